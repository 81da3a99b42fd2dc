import { returnDays, saleTimes } from '#contract/constants.ts';
import type { IconName } from '../../ui/Icon.tsx';

interface ShopPromise {
  icon: IconName;
  title: string;
  text: string;
  /** A shorter version for narrow places. */
  brief: string;
}

/** What a buyer can rely on; on the home page and on every product page. */
export const promises: readonly ShopPromise[] = [
  {
    icon: 'returns',
    title: `${returnDays} days to be sure`,
    text: `Shipped or handed over: play it at home first. Within ${returnDays} days you may return it for a full refund, counted from when you have it. If the seller contests it, the shop decides.`,
    brief: `Return it within ${returnDays} days for a full refund; if the seller contests it, the shop decides`,
  },
  {
    icon: 'card',
    title: 'Safe payment',
    text: 'You pay by card, through a payment provider. The seller never sees your card, and is paid when the days to return it are over.',
    brief: 'Pay safely by card; the seller never sees it',
  },
  {
    icon: 'shield',
    title: 'Buyer protection',
    text: `What you book is held for you alone. When it is not handed over or sent within ${saleTimes.cancelAfterDays} days, you may cancel. Then, and when the seller cancels, you get your money back.`,
    brief: 'Once you book it, it is held for you alone',
  },
];
