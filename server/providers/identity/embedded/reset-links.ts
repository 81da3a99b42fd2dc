import { createHash } from 'node:crypto';
import type { Sql } from '../../../database/sql.ts';

export interface IdentityOfLink {
  id: string;
  email: string;
}

/** Whose password a reset link is for. It is looked up by its digest, as Better Auth stores it (`verification.storeIdentifier`). */
export async function findIdentityOfResetLink(
  sql: Sql,
  token: string,
): Promise<IdentityOfLink | undefined> {
  const digest = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const [identity] = await sql<IdentityOfLink[]>`
    select i.id, i.email from auth_verifications v join auth_users i on i.id::text = v.value
    where v.identifier = ${digest}`;
  return identity;
}

/** Ends every reset link of an identity, also those that have yet to be mailed. */
export async function endResetLinks(sql: Sql, identityId: string): Promise<void> {
  // The bare id is also the value of a sign-in that waits for its second step: who has begun it knows the old password.
  await sql`
    with queued as (
      delete from account_mails where identity_id = ${identityId} and kind = 'reset' and sent_at is null
    )
    delete from auth_verifications where value = ${identityId}::text`;
}
