import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OverviewStep } from '#contract/overview/overview.ts';
import { CallFailure } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { timeZone } from '../../ui/time-zone.ts';

export const periodDays = [7, 30, 90, 365] as const;

/** The last days up to today, and by what they are added up. */
export interface Period {
  days: (typeof periodDays)[number];
  by: OverviewStep;
}

const defaultPeriod: Period = { days: 30, by: 'day' };

/** The period of an address: `?days=90&by=week`. */
export function periodOf(search: URLSearchParams): Period {
  const days = periodDays.find((count) => String(count) === search.get('days'));
  return {
    days: days ?? defaultPeriod.days,
    by: search.get('by') === 'week' ? 'week' : defaultPeriod.by,
  };
}

/** The query of an address with this period; empty for the default one. */
export function searchOf({ days, by }: Period): string {
  const search = new URLSearchParams();
  if (days !== defaultPeriod.days) search.set('days', String(days));
  if (by !== defaultPeriod.by) search.set('by', by);
  return search.size > 0 ? `?${search}` : '';
}

const refreshEveryMs = 60_000;

/**
 * The shop's figures, in the days of the device's time zone, or of UTC where the server does not know that zone. While the page is open they are read again every minute, and
 * while another period loads the present one stays.
 */
export function overviewQuery({ days, by }: Period) {
  const zone = timeZone();
  return {
    ...queryOptions({
      queryKey: [...queryKeys.summary, 'overview', { zone, days, by }],
      queryFn: async ({ client, signal }) => {
        const read = (query: { zone?: string }) =>
          apiOf(client).call('readOverview', { query: { ...query, days, by } }, { signal });
        try {
          return await read({ zone });
        } catch (failure) {
          if (failure instanceof CallFailure && failure.errors.zone) return await read({});
          throw failure;
        }
      },
    }),
    staleTime: refreshEveryMs / 2,
    refetchInterval: refreshEveryMs,
    placeholderData: keepPreviousData,
  };
}

/** Read again whenever the figures of the dashboard are. */
export function launchQuery() {
  return queryOptions({
    queryKey: [...queryKeys.summary, 'launch'],
    queryFn: ({ client, signal }) => apiOf(client).call('readLaunch', {}, { signal }),
  });
}
