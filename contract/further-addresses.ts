import { type Call, type CallName, calls } from './calls.ts';

/** The calls that `addresses.ts` leaves out in the browser, which loads these when it makes the first of them. */
export const furtherAddresses: Readonly<Record<CallName, Pick<Call, 'method' | 'path'>>> = calls;
