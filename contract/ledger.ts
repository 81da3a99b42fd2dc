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
