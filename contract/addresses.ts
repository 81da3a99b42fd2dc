import { type Call, type CallName, calls } from './calls.ts';

type Address = Pick<Call, 'method' | 'path'>;

/**
 * Method and path of every call, for clients that need no schema. The web's build replaces this module by a literal
 * (`vite.config.ts`), so that the browser loads neither the schemas nor the validator.
 */
export const addresses: Readonly<Record<CallName, Address>> = calls;
