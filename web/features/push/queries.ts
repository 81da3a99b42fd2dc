import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PushSubscriptionRecord } from '#contract/push/push.ts';
import { apiOf } from '../../api/query-client.ts';
import { devicesKey, storedDevice, turnOff, turnOn } from './push-device.ts';

type Device = Pick<PushSubscriptionRecord, '_id'>;

/** The devices that get the person's notifications, newest first. */
export function devicesQuery(email: string) {
  return queryOptions({
    queryKey: [...devicesKey, email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listPushDevices', { query: { email } }, { signal }),
  });
}

export function turnOnMutation() {
  return mutationOptions({
    mutationFn: (email: string, { client }) => turnOn(apiOf(client), email),
    onSettled: (_reply, _failure, _email, _before, { client }) => readAgain(client),
  });
}

export function testDeviceMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Device, { client }) =>
      apiOf(client).call('testPushDevice', { params: { id: _id } }),
    onSettled: (_reply, _failure, _device, _before, { client }) => readAgain(client),
  });
}

export function removeDeviceMutation() {
  return mutationOptions({
    mutationFn: async ({ _id }: Device, { client }) => {
      if (storedDevice()?.id === _id) await turnOff();
      return apiOf(client).call('removePushDevice', { params: { id: _id } });
    },
    onSettled: (_reply, _failure, _device, _before, { client }) => readAgain(client),
  });
}

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: devicesKey });
