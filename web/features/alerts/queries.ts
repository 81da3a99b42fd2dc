import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AlertSettings as Settings } from '#contract/alerts/alerts.ts';
import { apiOf } from '../../api/query-client.ts';

/** What the link at the end of a mail about news ends. */
export function alertLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['alerts', 'link', token],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readAlertLink', { query: { token } }, { signal }),
  });
}

const settingsKey = ['alerts', 'settings'] as const;

/** Which mails about news the signed-in user gets. */
export function alertSettingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ client, signal }) => apiOf(client).call('readAlertSettings', {}, { signal }),
  });
}

export function changeAlertSettingsMutation() {
  return mutationOptions({
    mutationFn: (body: Partial<Settings>, { client }) =>
      apiOf(client).call('changeAlertSettings', { body }),
    onSuccess: (settings, _changes, _before, { client }) =>
      client.setQueryData<Settings>(settingsKey, settings),
  });
}
