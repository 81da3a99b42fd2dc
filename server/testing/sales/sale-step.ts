import type { ShopCommission } from '#contract/payments/commission.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { PaymentDeps } from '../../features/payments/payments.ts';
import type { KnownUser } from '../../features/users/find-user.ts';

export type Side = 'buyer' | 'seller' | 'admin' | 'stranger';

/** A sale and the details of a step. Those that a step does not use may be empty. */
export interface StepDetails {
  bookingId: string;
  productId: string;
  priceCents: number;
  /** What sending it costs; 0 when it is fetched. */
  shippingCents: number;
  commission: ShopCommission;
  transactionId: string;
  /** What an admin decides about a dispute. */
  refundCents: number;
  /** The part of it that was paid for sending; null: the price goes back first. */
  refundShippingCents: number | null;
  goesBack: boolean;
  /** The code of the handover or of the return. */
  code: string;
  idempotencyKey: string;
}

export const noDetails: StepDetails = {
  bookingId: '',
  productId: '',
  priceCents: 0,
  shippingCents: 0,
  commission: { percent: 0 },
  transactionId: '',
  refundCents: 0,
  refundShippingCents: null,
  goesBack: false,
  code: '',
  idempotencyKey: '',
};

export interface StepRequest {
  method?: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The status of success, 200 by default. */
  status?: number;
  /** What a repeated request may be refused with, because it was done before. */
  repeated?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface SaleStep {
  /** With whom random histories try it: mostly the one who may. */
  triedBy: readonly Side[];
  /** Performs the step by calling the shop's function. @returns what the function returns */
  act(deps: PaymentDeps, by: KnownUser, details: StepDetails): Promise<unknown>;
  /** The same step as a request to the API. */
  request?(details: StepDetails): StepRequest;
  /**
   * What is stored once the request was answered with a success: a condition on a booking `b` and what belongs to it;
   * `a.id` is the id in the reply.
   */
  stored?: string;
}

type Work = (tx: Tx, by: KnownUser, details: StepDetails, at: Date) => Promise<unknown>;
export const inTransaction =
  (work: Work): SaleStep['act'] =>
  ({ database, clock }, by, details) =>
    transaction(database, (tx) => work(tx, by, details, clock.now()));
