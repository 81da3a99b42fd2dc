import type { ShopAnalytics } from './analytics.ts';

/** Whether it stores something in the browser, so that visitors are asked first. */
export function needsConsent(analytics: ShopAnalytics): boolean {
  return analytics.kind === 'ga4' || (analytics.kind === 'matomo' && analytics.cookies);
}
