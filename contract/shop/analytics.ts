import { paths } from '#contract/page-paths.ts';

/** The service that counts visits for the owner. There are no schemas here, for the pages (`shopAnalytics`). */
export type ShopAnalytics =
  | { kind: 'plausible'; domain: string; script: string }
  | { kind: 'umami'; website: string; script: string; host: string }
  | { kind: 'matomo'; address: string; site: number; cookies: boolean }
  | { kind: 'ga4'; id: string };

export const analyticsNames: Readonly<Record<ShopAnalytics['kind'], string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  matomo: 'Matomo',
  ga4: 'Google Analytics',
};

/** How addresses begin that no service learns: what a person does for themselves, and links with a secret in them. */
const unmeasured: ReadonlySet<string> = new Set(
  [paths.dashboard, paths.resetPassword, paths.verifyEmail, paths.unsubscribe, paths.report].map(
    ({ pattern }) => pattern.split('/')[1] ?? '',
  ),
);

/** Whether visits of this page are counted. @param path without the prefix of a language */
export function isMeasured(path: string): boolean {
  return !unmeasured.has(path.split(/[/?#]/)[1] ?? '');
}

/**
 * Whether a script of the service may not even be loaded on this page: payments, and addresses with a secret or an id of
 * something private in them.
 * @param path without the prefix of a language
 */
export function isPrivateAddress(path: string): boolean {
  const [, first = '', ...others] = path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  return first === dashboardStep ? others.length > 1 : unmeasured.has(first);
}

const dashboardStep = paths.dashboard.pattern.slice(1);
