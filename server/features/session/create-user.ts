import type { CallRequest } from '#contract/calls.ts';
import type { Role } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { Problem } from '../../core/problem.ts';
import { sqlState } from '../../database/sql-state.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import { imageIdOf, type Pictures } from '../images/images.ts';
import { writeAuditEntry } from '../users/audit.ts';
import { createUser } from '../users/users.ts';
import { type AdminEmails, isBootstrapAdmin } from './bootstrap-admin.ts';
import { requireOwn } from './own-email.ts';

type Wish = CallRequest<'createUser'>['body'];

/**
 * Saves the user record of a new identity. Who came by Google is a buyer, and whose verified address the settings name is
 * an admin, whatever was asked for.
 * @returns its id
 * @throws Problem not-allowed for somebody else's email; conflict when there is a record for it already; bad-input for a
 * picture that is neither one of ours nor that of the Google identity
 */
export async function registerUser(
  tx: Tx,
  { identity, wish, adminEmails, pictures }: Registration,
  at: Date,
): Promise<string> {
  requireOwn(identity, wish.email);
  const role = roleOf(identity, wish, adminEmails);
  const { email } = identity;
  const { name } = wish;
  const picture = await pictureOf(tx, identity, wish.image, pictures);
  const id = await createUser(tx, { name, email, role, ...picture }, at).catch((cause) => {
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
  wish: Wish;
  adminEmails: AdminEmails;
  pictures: Pictures;
}

const uniqueViolation = '23505';

function roleOf(identity: Identity, { role }: Wish, adminEmails: AdminEmails): Role {
  if (isBootstrapAdmin(identity, adminEmails)) return 'admin';
  return identity.by === 'google' ? 'buyer' : role;
}

async function pictureOf(
  tx: Tx,
  { by, pictureUrl }: Identity,
  image: string | undefined,
  pictures: Pictures,
): Promise<{ imageId?: string; imageUrl?: string }> {
  if (image === undefined) return {};
  if (by === 'google' && image === pictureUrl && image.startsWith('https://')) {
    return { imageUrl: image };
  }
  return { imageId: await imageIdOf(tx, pictures, image) };
}
