import type { CallRequest } from '#contract/calls.ts';
import type { Role } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { sqlState } from '../../database/sql-state.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import { findImageId } from '../images/find-image-id.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { insertUser } from '../users/insert-user.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { type AdminEmails, isBootstrapAdmin } from './bootstrap-admin.ts';

type Body = CallRequest<'createUser'>['body'];

/**
 * Creates the user of a new identity. A Google identity becomes a buyer, and an identity whose verified email is in
 * `ADMIN_EMAILS` an admin, whatever role was requested.
 * @returns the user's id
 * @throws Problem not-allowed for another user's email; conflict when there is a user with it already; bad-input for a
 * picture that is neither one of ours nor that of the Google identity
 */
export async function createUser(
  tx: Tx,
  { identity, body, adminEmails, imageDeps }: Registration,
  at: Date,
): Promise<string> {
  requireOwnEmail(identity, body.email, { detail: msg`You are signed in with another email` });
  const role = roleOf(identity, body, adminEmails);
  const { email } = identity;
  const { name, language, timeZone } = body;
  const ownerId = newId(at);
  const picture = await findPicture(tx, identity, { image: body.image, ownerId }, imageDeps);
  const emailProvenAt = identity.isEmailVerified ? at : undefined;
  const newUser = { id: ownerId, name, email, role, language, timeZone, emailProvenAt, ...picture };
  const id = await insertUser(tx, newUser, at).catch((cause) => {
    if (sqlState(cause) !== uniqueViolation) throw cause;
    throw new Problem('conflict', messages.registration.anotherAccount, { cause });
  });
  if (role === 'admin') {
    await writeAuditEntry(
      tx,
      { action: 'admin-appointed', actorId: null, subject: { id, name, email } },
      at,
    );
  }
  return id;
}

interface Registration {
  identity: Identity;
  body: Body;
  adminEmails: AdminEmails;
  imageDeps: ImageDeps;
}

const uniqueViolation = '23505';

function roleOf(identity: Identity, { role }: Body, adminEmails: AdminEmails): Role {
  if (isBootstrapAdmin(identity, adminEmails)) return 'admin';
  return identity.by === 'google' ? 'buyer' : role;
}

async function findPicture(
  tx: Tx,
  { by, pictureUrl }: Identity,
  { image, ownerId }: { image: string | undefined; ownerId: string },
  imageDeps: ImageDeps,
): Promise<{ imageId?: string; imageUrl?: string }> {
  if (image === undefined) return {};
  if (by === 'google' && image === pictureUrl && image.startsWith('https://')) {
    return { imageUrl: image };
  }
  return { imageId: await findImageId(tx, imageDeps, image, { ownerId }) };
}
