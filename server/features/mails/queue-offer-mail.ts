import type { OfferMailKind } from '#contract/mail-kinds.ts';
import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { mailReaders } from '../../database/schema/mails.ts';
import type { Tx } from '../../database/transaction.ts';

export interface QueuedOfferMail {
  kind: OfferMailKind;
  offerId: string;
  /** How many amounts the offer has now. */
  step: number;
  readers: readonly (typeof mailReaders)[number][];
}

/** Queues a mail about an offer to its sides, which is sent after the commit. One that is queued already is not queued again. */
export function queueOfferMail(
  tx: Tx,
  { kind, offerId, step, readers }: QueuedOfferMail,
  at: Date,
): void {
  for (const reader of readers) {
    tx.write`
      insert into offer_mails (id, offer_id, kind, reader, step, created_at, request_id)
      values (${newId(at)}, ${offerId}, ${kind}, ${reader}, ${step}, ${at}, ${currentRequestId()})
      on conflict (offer_id, kind, reader, step) do nothing`;
  }
  tx.announce('mail-queued');
}
