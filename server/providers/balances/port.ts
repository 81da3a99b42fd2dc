import type { LedgerDifference } from '#contract/payouts/ledger.ts';

/** Something that moved the money which a provider holds for the shop, as the provider lists it. */
export interface BalanceMovement {
  /** The provider's id of it. */
  id: string;
  kind: LedgerDifference['kind'];
  /** What it belongs to: an intent, or the key or the provider's id of a payout; anything else by its own id. */
  reference: string;
  /** The provider's id of what moved it, as of a transfer, which later movements may name as their reference. */
  sourceId: string | undefined;
  /** Added to what the provider holds, before its fee; below zero when it was taken. */
  amountCents: number;
  feeCents: number;
  movedAt: Date;
}

/** Movements from `from` on and before `before`. */
export interface MovementRange {
  from: Date;
  before: Date;
  /** `next` of the page before this one. */
  after: string | undefined;
}

/** A page of movements, at most 100. A later page has earlier ones. */
export interface MovementPage {
  movements: readonly BalanceMovement[];
  /** Undefined on the last page. */
  next: string | undefined;
}

/**
 * The books of a provider that holds money of the shop, with which the ledger is compared. Manual payouts have none: they
 * are paid from the shop's own bank account.
 */
export interface ProviderBalance {
  /** Also of the account in the ledger, `provider:<name>`. */
  readonly name: 'sandbox' | 'stripe';

  /**
   * Lists what moved the money, page by page. The same range lists the same movements again.
   * @throws Problem unavailable when the provider does not answer
   */
  listMovements(range: MovementRange): Promise<MovementPage>;
}
