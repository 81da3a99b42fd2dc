import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { accountMailKinds, newsMailKinds } from '#contract/operations/mail-kinds.ts';
import { newId } from '../core/ids.ts';
import { currentRequestId } from '../core/request-context.ts';
import type { AnyMailReader } from './schema/mails.ts';
import type { Fragment } from './sql.ts';
import type { Tx } from './transaction.ts';

export interface NewMail {
  kind: QueuedMailKind;
  /** What it is about. */
  subjectId: string;
  /** The user to whom it goes, or SQL for it; null when it goes to no user. */
  readerId: string | Fragment | null;
  reader?: AnyMailReader;
  /** Tells it from others of this kind to this reader about the same; null when there may be any number. */
  about?: string | null | undefined;
  /** What is not to be read when it is sent. */
  data?: object;
  /** The time before which it is not sent; by default it is sent immediately. */
  dueAt?: Date;
}

/** Queues a mail, which is sent after the commit. One that is queued already is not queued again. */
export function queueMail(tx: Tx, mail: NewMail, at: Date): void {
  tx.write`${insertMail(tx, mail, at)}`;
  tx.announce('mail-queued');
}

/** The same as a statement: it returns a row when the mail was not queued already. */
export function insertMail(
  tx: Tx,
  { kind, subjectId, readerId, reader, about, data = {}, dueAt }: NewMail,
  at: Date,
) {
  const id = newId(at);
  const once = about === null ? id : about;
  const key = [kind, reader, subjectId, once].filter((part) => part !== undefined).join(':');
  return tx.sql`
    insert into queued_mails (id, key, kind, reader, reader_id, subject_id, data, rank, due_at, created_at, request_id)
    values (${id}, ${key}, ${kind}, ${reader ?? null}, ${readerId}, ${subjectId},
      ${JSON.stringify(data)}::jsonb, ${rankOf(kind)}, ${dueAt ?? at}, ${at}, ${currentRequestId()})
    on conflict (key) do nothing returning id`;
}

/** A mail about an account is awaited; news can wait. */
export function rankOf(kind: QueuedMailKind): number {
  if (accountMailKinds.some((known) => known === kind)) return 0;
  return newsMailKinds.some((known) => known === kind) ? 2 : 1;
}
