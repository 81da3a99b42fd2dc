import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountMailKind } from '#contract/mail-kinds.ts';
import type { Clock } from '../../../../core/clock.ts';
import { newId } from '../../../../core/ids.ts';
import { currentRequestId } from '../../../../core/request-context.ts';
import type { Database } from '../../../../database/connection.ts';
import { accountMails } from '../../../../database/schema/account-mails.ts';
import { type Tx, transaction } from '../../../../database/transaction.ts';

/** The transaction in which Better Auth runs at the moment; its hooks are not told. */
const currentTransaction = new AsyncLocalStorage<Tx>();

/** Drizzle for Better Auth, whose hooks then queue mails in the transaction that they belong to. */
export function withCurrentTransaction(orm: Database['orm']): Database['orm'] {
  return Object.assign(Object.create(orm) as Database['orm'], {
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      orm.transaction((tx) => currentTransaction.run(tx, () => work(tx))),
  });
}

export interface QueuedAccountMail {
  kind: AccountMailKind;
  identityId: string;
  /** The address of the shop for the link, without a slash at the end. */
  origin: string;
}

/** Queues a mail, in the running transaction of Better Auth if there is one. It is sent after the commit. */
export async function queueAccountMail(
  { database, clock }: { database: Pick<Database, 'orm'>; clock: Clock },
  mail: QueuedAccountMail,
): Promise<void> {
  const insert = (tx: Tx) => queueAccountMailIn(tx, mail, clock.now());
  const running = currentTransaction.getStore();
  await (running ? insert(running) : transaction(database, insert));
}

/** Queues a mail in this transaction. */
export async function queueAccountMailIn(tx: Tx, mail: QueuedAccountMail, at: Date): Promise<void> {
  await tx
    .insert(accountMails)
    .values({ id: newId(at), createdAt: at, requestId: currentRequestId(), ...mail });
  tx.announce('mail-queued');
}
