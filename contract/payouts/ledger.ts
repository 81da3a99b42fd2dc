import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, isoTime, page } from '#contract/fields.ts';

/** What moves money (docs/money.md). */
export const ledgerKinds = [
  'charge',
  'commission',
  'release',
  'payout',
  'payout-failed',
  'refund',
  'chargeback',
  'chargeback-fee',
  'reversal',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerEntry = z.object({
  _id: id,
  debit: z.string().describe('The account that is debited, such as `provider:stripe`'),
  credit: z
    .string()
    .describe('The account that is credited, such as `pending:` and the id of a seller'),
  amount: z.number(),
  currency: z.string(),
  kind: z.enum(ledgerKinds),
  bookingId: id.optional().describe('Missing for payouts, which belong to several'),
  isShipping: z
    .literal(true)
    .optional()
    .describe('Present when it is about what was paid for sending, not about the price'),
  time: isoTime,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const listLedger = defineCall({
  method: 'GET',
  path: '/ledger',
  who: 'admin',
  area: 'money',
  summary: 'List the movements of money, of one booking or all, newest first',
  query: z.strictObject({ bookingId: id.optional(), ...page }),
  paged: true,
  status: 200,
  reply: z.array(ledgerEntry),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const accountBalance = z.object({
  account: z.string(),
  seller: z
    .object({ _id: id, name: z.string(), email: z.string() })
    .optional()
    .describe('Of an account of a seller'),
  debits: z.number(),
  credits: z.number(),
  balance: z.number().describe('Credits minus debits; all balances together are 0'),
  currency: z.string(),
});
export type AccountBalance = z.infer<typeof accountBalance>;

export const readBalances = defineCall({
  method: 'GET',
  path: '/ledger/balances',
  who: 'admin',
  area: 'money',
  summary: 'Read the balance of every account of the ledger',
  status: 200,
  reply: z.array(accountBalance),
  problems: ['not-signed-in', 'not-allowed'],
});

/**
 * Why a difference between the ledger and the books of a provider is expected: it has just happened; a chargeback is not
 * decided yet; the provider's own fee; money that the shop moved between the provider and its bank.
 */
export const differenceExplanations = ['pending', 'chargeback', 'fee', 'bank'] as const;

/** What moves money at a provider. */
export const providerMovementKinds = [
  'charge',
  'refund',
  'chargeback',
  'payout',
  'fee',
  'bank',
  'other',
] as const;

export const ledgerDifference = z.object({
  _id: id,
  provider: z.string(),
  kind: z.enum(providerMovementKinds),
  reference: z.string().describe('By which the provider finds it'),
  bookingId: id.optional(),
  inLedger: z.number().describe('What the ledger says that the provider holds of it'),
  atProvider: z.number().describe('What the provider says'),
  explanation: z
    .enum(differenceExplanations)
    .optional()
    .describe('Missing where somebody has to look at it'),
  foundAt: isoTime,
  checkedAt: isoTime,
});
export type LedgerDifference = z.infer<typeof ledgerDifference>;

export const listDifferences = defineCall({
  method: 'GET',
  path: '/ledger/differences',
  who: 'admin',
  area: 'money',
  summary:
    "List the differences between the ledger and the providers' books, which are compared daily",
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(ledgerDifference),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
