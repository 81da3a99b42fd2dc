import type { Condition, PlayingState } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** The display name of each condition. */
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
