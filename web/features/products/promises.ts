import { saleTimes } from '#contract/constants.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { plural, t } from '#contract/text.ts';
import type { IconName } from '../../ui/Icon.tsx';

interface ShopPromise {
  icon: IconName;
  title: string;
  text: string;
}

const { cancelAfterDays } = saleTimes;

/** What a buyer can rely on. The pages of products say it in fewer words (`ProductOffer.tsx`), to load less. */
export const promises: readonly ShopPromise[] = [
  {
    icon: 'returns',
    get title() {
      const returnDays = daysToReturn();
      return t`${plural(returnDays, { one: '# day', other: '# days' })} to be sure`;
    },
    get text() {
      const returnDays = daysToReturn();
      return t`Shipped or handed over: play it at home first. You have ${plural(returnDays, { one: '# day', other: '# days' })} from the day you receive it to return it for a full refund. If the seller contests the return, the shop decides.`;
    },
  },
  {
    icon: 'card',
    get title() {
      return t`Safe payment`;
    },
    get text() {
      return t`You pay by card, through a payment provider. The seller never sees your card, and is paid once the return period is over.`;
    },
  },
  {
    icon: 'shield',
    get title() {
      return t`Buyer protection`;
    },
    get text() {
      return t`What you book is reserved for you alone. If it is not handed over within ${plural(cancelAfterDays, { one: '# day', other: '# days' })}, or not sent within the days that the seller has named, you can cancel. Whether you or the seller cancels, you get your money back.`;
    },
  },
];
