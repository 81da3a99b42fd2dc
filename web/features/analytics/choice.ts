import type { ShopAnalytics } from '#contract/shop/analytics.ts';
import { needsConsent } from '#contract/shop/analytics-consent.ts';
import { safeLocalStorage } from '../../browser-storage.ts';

export type Choice = 'accepted' | 'rejected';

const key = 'analytics';
/** Visitors are asked again after a year. */
const validMs = 365 * 86_400_000;

/** What this visitor has answered about this service; undefined while they have not. */
export function readChoice(analytics: ShopAnalytics): Choice | undefined {
  if (!needsConsent(analytics)) return 'accepted';
  // Global Privacy Control: the browser has said no for them.
  if (Reflect.get(navigator, 'globalPrivacyControl') === true) return 'rejected';
  const [kind, choice, time] = safeLocalStorage.getItem(key)?.split(' ') ?? [];
  if (kind !== analytics.kind || Date.now() - Number(time) > validMs) return undefined;
  return choice === 'accepted' || choice === 'rejected' ? choice : undefined;
}

export function writeChoice({ kind }: ShopAnalytics, choice: Choice): void {
  safeLocalStorage.setItem(key, `${kind} ${choice} ${Date.now()}`);
  if (choice === 'rejected') removeCookies();
}

/** Those of Google Analytics and Matomo, which are set for this host or a domain above it. */
function removeCookies(): void {
  const steps = location.hostname.split('.');
  const domains = ['', ...steps.map((_, at) => `; domain=${steps.slice(at).join('.')}`)];
  for (const [name = ''] of document.cookie.split('; ').map((cookie) => cookie.split('='))) {
    if (!/^(_ga|_pk_)/.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`;
  }
}
