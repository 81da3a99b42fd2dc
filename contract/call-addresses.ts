import { type Call, type CallName, calls } from '#contract/calls.ts';

/**
 * Method and path of each call, for clients that need no schema. The web's build replaces this module by a literal
 * (`vite.config.ts`), so that the browser loads neither the schemas nor the validator.
 */
export const addresses: Readonly<Record<CallName, Pick<Call, 'method' | 'path'>>> = calls;
