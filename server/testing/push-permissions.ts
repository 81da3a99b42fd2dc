import { transaction } from '../database/transaction.ts';
import { registerDevice } from '../features/push/devices.ts';
import { newPushDevice } from './fake-push-service.ts';
import { anyUser, onlyOwn, type PermissionRow, users, type World } from './permissions.ts';

const owners = users({ buyer: 404, seller: 404, own: 200, admin: 404 });

/** The rights to devices: no one has any to those of others, admins neither. */
export const pushPermissions = {
  readPushKey: { request: () => ({ url: '/api/push-key' }), expected: anyUser },
  registerPushDevice: {
    request: () => {
      const { endpoint, p256dh, auth } = newPushDevice();
      const payload = { endpoint, keys: { p256dh, auth } };
      return { method: 'POST', url: '/api/push-subscriptions', payload };
    },
    expected: users({ buyer: 201, seller: 201, own: 201, admin: 201 }),
  },
  listPushDevices: {
    request: ({ own }) => ({ url: `/api/push-subscriptions?email=${own.email}` }),
    expected: onlyOwn,
  },
  removePushDevice: {
    request: async (world) => ({ method: 'DELETE', url: await addressOf(world) }),
    expected: owners,
  },
  testPushDevice: {
    request: async (world) => ({ method: 'POST', url: `${await addressOf(world)}/test` }),
    expected: owners,
  },
} satisfies Record<string, PermissionRow | readonly PermissionRow[]>;

async function addressOf({ own, people }: World): Promise<string> {
  const sender = { accepts: () => true };
  const device = { ...newPushDevice(), userAgent: 'Firefox', sessionId: undefined };
  const id = await transaction(people.deps.database, (tx) =>
    registerDevice(tx, sender, own.id, device, new Date()),
  );
  return `/api/push-subscriptions/${id}`;
}
