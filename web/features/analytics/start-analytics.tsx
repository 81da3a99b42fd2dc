import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import { isMeasured, isPrivateAddress, type ShopAnalytics } from '#contract/shop/analytics.ts';
import { AnalyticsNotice } from './AnalyticsNotice.tsx';
import { type Choice, readChoice, writeChoice } from './choice.ts';
import { startTracker } from './trackers.ts';

/** The event with which the footer asks for the choice again (`web/frame/Footer.tsx`). */
const choiceEvent = 'analytics-choice';

/** A page sets its title when it is shown. */
const titleDelayMs = 200;

/**
 * Reports the pages that a visitor opens to the service of the owner, as soon as they may be. Nothing of the service is loaded
 * before, and nothing on pages with private addresses.
 */
export function startAnalytics(router: DataRouter, analytics: ShopAnalytics): void {
  let report: ReturnType<typeof startTracker> | undefined;
  let reported: string | undefined;

  const onPage = () => {
    const path = router.state.location.pathname;
    if (!isMeasured(path)) return hideNotice();
    const choice = readChoice(analytics);
    if (choice === undefined) return ask(false);
    if (choice === 'rejected' || path === reported) return;
    report ??= startTracker(analytics);
    const referrer = reported === undefined ? document.referrer : '';
    reported = path;
    report({ address: addressWithoutQuery(), title: document.title, referrer });
  };

  const choose = (choice: Choice) => {
    writeChoice(analytics, choice);
    hideNotice();
    if (choice === 'rejected' && report) location.reload();
    else onPage();
  };

  const notice = createNotice();
  const hideNotice = () => notice.render(null);
  const ask = (isFocused: boolean) =>
    notice.render(<AnalyticsNotice analytics={analytics} choose={choose} isFocused={isFocused} />);

  addEventListener(choiceEvent, () => ask(true));
  router.subscribe(({ navigation, location: { pathname } }) => {
    if (navigation.state !== 'idle') return;
    // A script cannot be unloaded, so the document is left.
    if (report && isPrivateAddress(pathname)) location.reload();
    else setTimeout(onPage, titleDelayMs);
  });
  onPage();
}

function createNotice() {
  const place = document.createElement('div');
  document.body.append(place);
  return createRoot(place);
}

function addressWithoutQuery(): string {
  const { origin, pathname, search } = location;
  const marks = [...new URLSearchParams(search)].filter(([name]) => /^utm_\w+$/.test(name));
  const query = new URLSearchParams(marks).toString();
  return origin + pathname + (query === '' ? '' : `?${query}`);
}
