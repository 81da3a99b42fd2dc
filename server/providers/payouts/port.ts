import type { FastifyInstance } from 'fastify';

/** The account of a seller, as the provider knows it. `restricted`: the provider pays nothing until the seller acts. */
export type PayoutAccountState = 'incomplete' | 'checking' | 'ready' | 'restricted';

export interface ProviderAccount {
  id: string;
  state: PayoutAccountState;
}

/**
 * The state of a payout. `taken`: the provider has the order; `paid`: the money has arrived; `failed`: it came back, or
 * never left.
 */
export type PayoutOutcome =
  | { state: 'taken' | 'paid'; id: string | undefined }
  | { state: 'failed'; id: string | undefined; reason: string };

export interface PayoutRequest {
  /** The payout's id. The same key again pays nothing again and returns how that payout stands. */
  key: string;
  amountCents: number;
  /** Undefined for a provider without accounts. */
  accountId: string | undefined;
}

/** What a webhook is about, after its signature has been checked. What happened is asked, since events come late and twice. */
export type PayoutEvent =
  | { about: 'account'; accountId: string }
  | { about: 'payout'; key: string }
  | { about: 'nothing of ours' };

/**
 * Pays sellers. Every method throws Problem unavailable when the provider cannot be reached or does not answer in time;
 * whether it has done what was asked is then unknown, and `find` tells.
 */
export interface PayoutProvider {
  readonly name: 'manual' | 'sandbox' | 'stripe';

  /**
   * The provider's own accounts for sellers; undefined where the shop stores bank details and admins pay manually, so that
   * payouts are started and ended by them.
   */
  readonly accounts: PayoutAccounts | undefined;

  /**
   * Pays an amount to an account, once per key.
   * @returns failed when the provider refuses it
   */
  send(request: PayoutRequest): Promise<PayoutOutcome>;

  /** The state of the payout with this key; null when the provider has none. */
  find(request: PayoutRequest): Promise<PayoutOutcome | null>;
}

export interface PayoutAccounts {
  /** Opens an account for a seller, once per seller. */
  open(seller: { id: string; email: string }): Promise<ProviderAccount>;

  /** @throws Problem conflict when the provider has no such account */
  read(accountId: string): Promise<ProviderAccount>;

  /**
   * A page of the provider on which the seller says who they are and where to pay.
   * @param returnUrl the page of the shop where it ends
   */
  createPage(accountId: string, returnUrl: string): Promise<string>;

  /**
   * Takes back what a payout has paid, as far as the account holds it, once per key.
   * @param payout the provider's id of the payout
   * @returns cents that were taken back, which may be fewer than asked
   */
  reverse(reversal: { payoutId: string; amountCents: number; key: string }): Promise<number>;

  /** @throws Problem bad-input when the signature is missing, wrong or too old */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): PayoutEvent;

  /** Adds the routes of a provider that is part of this server. */
  registerRoutes?(app: FastifyInstance): void;
}
