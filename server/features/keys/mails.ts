import { keyMailKinds } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lowestIdAt } from '../../core/ids.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';
import { aboutAccount, type MailContent } from '../mails/mail-content.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';

/**
 * Queues the mail that tells somebody that a key of theirs was made. An address that was not confirmed may be another
 * person's, so it gets one a day. The caller has locked the user exclusively.
 */
export async function queueKeyMail(
  tx: Tx,
  { userId, keyId }: { userId: string; keyId: string },
  at: Date,
): Promise<void> {
  const mailed = await tx.sql`
    select from users u
    where u.id = ${userId} and u.email_proven_at is null and exists (
      select from queued_mails m where m.id >= ${lowestIdAt(at.getTime() - 86_400_000)}
        and m.reader_id = u.id and m.kind = 'key-made' and m.dropped_at is null)`;
  if (mailed.length > 0) return;
  queueMail(tx, { kind: 'key-made', subjectId: keyId, readerId: userId }, at);
}

export interface KeyMail {
  keyName: string;
  hint: string;
  userName: string;
  userEmail: string;
  isProven: boolean;
}

/** A key that was revoked since needs no mail. */
export const keyMails: MailsOfFeature<(typeof keyMailKinds)[number]> = {
  kinds: keyMailKinds,
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<(KeyMail & { language: string | null })[]>`
      select k.name as "keyName", k.hint, u.language, u.name as "userName", u.email as "userEmail",
        u.email_proven_at is not null as "isProven"
      from queued_mails m join api_keys k on k.id = m.subject_id
      join users u on u.id = m.reader_id and u.removed_at is null
      where m.id = ${id}`;
    return (
      mail && {
        to: mail.userEmail,
        language: mail.language,
        write: (shop) => keyContentOf(mail, shop, brand.name),
      }
    );
  },
};

export function keyContentOf(
  { keyName, hint, userName, isProven }: KeyMail,
  origin: string,
  shopName: string,
): MailContent {
  const said = {
    subject: t`An API key was made for your account`,
    paragraphs: [
      t`With this key, a program can act for you at ${shopName}. If you made it, there is nothing to do.`,
    ],
    step: { label: t`See your API keys`, link: `${origin}${paths.profile()}#keys` },
    closing: [
      t`If you did not make it, somebody else may have your password: revoke the key, and change your password right away.`,
    ],
  };
  const facts = [[t`API key`, `${keyName} (…${hint})`]] as const;
  return aboutAccount(said, { userName, isProven, facts }, { origin, shopName });
}
