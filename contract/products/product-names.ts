import type { Category, Condition, PlayingState } from '#contract/constants.ts';
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

/** The same of each playing state. */
export const playingStateNames: Record<PlayingState, string> = textsOf({
  ready: msg`Ready to play`,
  'small-work': msg`Plays, needs small work`,
  repair: msg`Needs repair`,
  parts: msg`For parts or display`,
});
