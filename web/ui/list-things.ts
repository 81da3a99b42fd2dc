import { plural } from '#contract/text.ts';

/** What the lists of the shop contain, and how `NewSince` and `ShowMore` say how many. */
export type Things = keyof typeof thingTexts;

interface ThingTexts {
  /** `number` is the count in words, such as `24+`. */
  came: (count: number, number: string) => string;
  shown: (count: number) => string;
  allShown: (count: number) => string;
}

export const thingTexts = {
  bookings: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new booking since you opened this page`,
        other: `${number} new bookings since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# bookings shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# bookings shown, and there are no more',
      }),
  },
  buyers: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new buyer since you opened this page`,
        other: `${number} new buyers since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# buyers shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# buyers shown, and there are no more',
      }),
  },
  cases: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new case since you opened this page`,
        other: `${number} new cases since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# cases shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# cases shown, and there are no more',
      }),
  },
  conversations: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new conversation since you opened this page`,
        other: `${number} new conversations since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# conversations shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# conversations shown, and there are no more',
      }),
  },
  decisions: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new decision since you opened this page`,
        other: `${number} new decisions since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# decisions shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# decisions shown, and there are no more',
      }),
  },
  differences: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new difference since you opened this page`,
        other: `${number} new differences since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# differences shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# differences shown, and there are no more',
      }),
  },
  disputes: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new dispute since you opened this page`,
        other: `${number} new disputes since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# disputes shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# disputes shown, and there are no more',
      }),
  },
  entries: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new entry since you opened this page`,
        other: `${number} new entries since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# entries shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# entries shown, and there are no more',
      }),
  },
  instruments: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new instrument since you opened this page`,
        other: `${number} new instruments since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# instruments shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# instruments shown, and there are no more',
      }),
  },
  mails: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new mail since you opened this page`,
        other: `${number} new mails since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# mails shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# mails shown, and there are no more',
      }),
  },
  offers: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new offer since you opened this page`,
        other: `${number} new offers since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# offers shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# offers shown, and there are no more',
      }),
  },
  payments: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new payment since you opened this page`,
        other: `${number} new payments since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# payments shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# payments shown, and there are no more',
      }),
  },
  payouts: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new payout since you opened this page`,
        other: `${number} new payouts since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# payouts shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# payouts shown, and there are no more',
      }),
  },
  products: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new product since you opened this page`,
        other: `${number} new products since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# products shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# products shown, and there are no more',
      }),
  },
  reports: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new report since you opened this page`,
        other: `${number} new reports since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# reports shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# reports shown, and there are no more',
      }),
  },
  returns: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new return since you opened this page`,
        other: `${number} new returns since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# returns shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# returns shown, and there are no more',
      }),
  },
  sellers: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new seller since you opened this page`,
        other: `${number} new sellers since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# sellers shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# sellers shown, and there are no more',
      }),
  },
  wishes: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new wishlist item since you opened this page`,
        other: `${number} new wishlist items since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# wishlist items shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and there are no more',
        other: '# wishlist items shown, and there are no more',
      }),
  },
} as const satisfies Record<string, ThingTexts>;
