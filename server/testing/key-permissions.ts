import { transaction } from '../database/transaction.ts';
import { createKey } from '../features/keys/keys.ts';
import { onlyOwn, type PermissionRow, users, type World } from './permissions.ts';

/** The rights to keys for programs: no one has any to those of others, admins neither. */
export const keyPermissions = {
  createKey: [
    {
      request: () => ({ method: 'POST', url: '/api/keys', payload: wanted }),
      expected: users({ buyer: 403, seller: 201, own: 201, admin: 403 }),
    },
    {
      about: 'with a permission of admins',
      request: () => ({
        method: 'POST',
        url: '/api/keys',
        payload: { ...wanted, scopes: ['exports:read'] },
      }),
      expected: users({ buyer: 403, seller: 403, own: 403, admin: 201 }),
    },
  ],
  listKeys: {
    request: ({ own }) => ({ url: `/api/keys?email=${own.email}` }),
    expected: onlyOwn,
  },
  rotateKey: {
    request: async (world) => ({ method: 'POST', url: `/api/keys/${await keyOf(world)}/rotate` }),
    expected: users({ buyer: 403, seller: 404, own: 201, admin: 404 }),
  },
  revokeKey: {
    request: async (world) => ({ method: 'DELETE', url: `/api/keys/${await keyOf(world)}` }),
    expected: users({ buyer: 404, seller: 404, own: 200, admin: 404 }),
  },
} satisfies Record<string, PermissionRow | readonly PermissionRow[]>;

const wanted = { name: 'Stock program', scopes: ['listings:read'] };

async function keyOf({ own, people }: World): Promise<string> {
  const at = new Date();
  const { insertedId } = await transaction(people.deps.database, (tx) =>
    createKey(
      tx,
      own,
      { name: 'Stock program', scopes: ['listings:read'], addresses: [], expiresAt: null },
      at,
    ),
  );
  return insertedId;
}
