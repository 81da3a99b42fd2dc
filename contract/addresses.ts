import { type Call, type CallName, calls } from './calls.ts';

type Address = Pick<Call, 'method' | 'path'>;

/**
 * Method and path of the calls, for clients that need no schema. The web's build replaces this module by a literal
 * (`vite.config.ts`), so that the browser loads neither the schemas nor the validator. The literal has the calls of the first
 * pages; the others are in `further-addresses.ts`.
 */
export const addresses: Readonly<
  Partial<Record<CallName, Address>> & Record<'uploadImage' | 'readImageUpload', Address>
> = calls;
