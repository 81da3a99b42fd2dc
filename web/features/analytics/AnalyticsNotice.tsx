import { useEffect, useRef } from 'react';
import { analyticsNames, type ShopAnalytics } from '#contract/shop/analytics.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import type { Choice } from './choice.ts';

/** Asks whether visits may be counted. It lies over the page, so that nothing moves, and both answers are alike. */
export function AnalyticsNotice({
  analytics,
  choose,
  isFocused,
}: {
  analytics: ShopAnalytics;
  choose: (choice: Choice) => void;
  /** When a visitor has asked for it. */
  isFocused: boolean;
}) {
  const notice = useRef<HTMLElement>(null);
  const shop = currentShop().name;
  const service = analyticsNames[analytics.kind];
  useEffect(() => {
    if (isFocused) notice.current?.focus();
  }, [isFocused]);
  return (
    <section
      aria-label={t`Visitor statistics`}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-3xl flex-wrap items-center gap-x-6 gap-y-3 overflow-y-auto rounded-md border border-line-strong bg-surface p-4 shadow-over print:hidden"
      data-offer
      ref={notice}
      tabIndex={-1}
    >
      <p className="min-w-0 flex-1 basis-72 text-[0.9375rem] leading-snug">
        {t`May ${shop} count your visits with ${service}? It sets cookies to recognise this browser. Nothing of it is loaded unless you accept, and never where you pay. You can change your mind at the end of every page.`}
      </p>
      <div className="grid min-w-56 grid-cols-2 gap-2 max-sm:w-full">
        <button className={buttonStyle()} onClick={() => choose('rejected')} type="button">
          {t({ message: 'Reject', context: 'visitor statistics' })}
        </button>
        <button className={buttonStyle()} onClick={() => choose('accepted')} type="button">
          {t({ message: 'Accept', context: 'visitor statistics' })}
        </button>
      </div>
    </section>
  );
}
