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
        one: 'One shown, and that is all',
        other: '# bookings shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# buyers shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# cases shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# conversations shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# decisions shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# differences shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# disputes shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# entries shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# instruments shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# mails shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# offers shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# payments shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# payouts shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# products shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# reports shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# returns shown, and that is all',
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
        one: 'One shown, and that is all',
        other: '# sellers shown, and that is all',
      }),
  },
  wishes: {
    came: (count, number) =>
      plural(count, {
        one: `${number} new wish since you opened this page`,
        other: `${number} new wishes since you opened this page`,
      }),
    shown: (count) => plural(count, { one: 'One shown', other: '# wishes shown' }),
    allShown: (count) =>
      plural(count, {
        one: 'One shown, and that is all',
        other: '# wishes shown, and that is all',
      }),
  },
} as const satisfies Record<string, ThingTexts>;
