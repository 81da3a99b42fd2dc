import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

type Endpoint = Pick<WebhookEndpoint, '_id'>;
export type WantedEndpoint = CallInput<'createWebhook'>['body'];

/** The person's endpoints, newest first. */
export function webhooksQuery(email: string) {
  return queryOptions({
    queryKey: ['webhooks', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listWebhooks', { query: { email } }, { signal }),
  });
}

const deliveriesOf = (id: string) => ['webhook-deliveries', id] as const;

/** What was sent to an endpoint, newest first. */
export const deliveriesQuery = (id: string) =>
  pagedQuery(
    deliveriesOf(id),
    (api, page, options) =>
      api.callPage('listWebhookDeliveries', { params: { id }, query: page }, options),
    { limit: 20 },
  );

export function createWebhookMutation() {
  return mutationOptions({
    mutationFn: (body: WantedEndpoint, { client }) => apiOf(client).call('createWebhook', { body }),
    onSettled: (_reply, _failure, _wanted, _before, { client }) => readAgain(client),
  });
}

export function changeWebhookMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id, ...body }: Endpoint & Partial<WantedEndpoint>, { client }) =>
      apiOf(client).call('changeWebhook', { params: { id }, body }),
    onSettled: (_reply, _failure, _changes, _before, { client }) => readAgain(client),
  });
}

export function removeWebhookMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id }: Endpoint, { client }) =>
      apiOf(client).call('removeWebhook', { params: { id } }),
    onSettled: (_reply, _failure, _endpoint, _before, { client }) => readAgain(client),
  });
}

export function rotateWebhookSecretMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id }: Endpoint, { client }) =>
      apiOf(client).call('rotateWebhookSecret', { params: { id } }),
  });
}

export function testWebhookMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id }: Endpoint, { client }) =>
      apiOf(client).call('testWebhook', { params: { id } }),
    onSettled: (_reply, _failure, { _id }, _before, { client }) =>
      client.invalidateQueries({ queryKey: deliveriesOf(_id) }),
  });
}

/** Sends one delivery again, or all since a time. */
export function replayWebhookMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<'replayWebhooks'>['body'], { client }) =>
      apiOf(client).call('replayWebhooks', { params: { id }, body }),
    onSettled: (_reply, _failure, _delivery, _before, { client }) =>
      client.invalidateQueries({ queryKey: deliveriesOf(id) }),
  });
}

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: ['webhooks'] });
