import type { BaseLogger } from 'pino';

/** The log that database code writes to: Pino's, Fastify's, or a silent one in tests. */
export type DatabaseLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
