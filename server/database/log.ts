import type { BaseLogger } from 'pino';

/** What the database floor says to the operator. Pino and Fastify's logger fit, and so does a quiet one in a test. */
export type DatabaseLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
