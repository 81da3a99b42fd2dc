import type { Category, Condition } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** The display name of each category. Addresses and calls have the category itself. */
export const categoryNames: Record<Category, string> = textsOf({
  Brass: msg`Brass`,
  Keyboard: msg`Keyboard`,
  Woodwind: msg`Woodwind`,
  String: msg`String`,
  Percussion: msg`Percussion`,
});

/** The same of each condition. */
export const conditionNames: Record<Condition, string> = textsOf({
  Excellent: msg`Excellent`,
  Good: msg`Good`,
  Fair: msg`Fair`,
});
