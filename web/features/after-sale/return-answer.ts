import type { UseFormReturn } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import type { SentClip } from '#contract/clips/clips.ts';
import { saleTimes } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg, plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { formatMoney } from '../../ui/format.ts';

type Decision = CallInput<'decideReturn'>['body'];

/** The fields of an answer to a return as they are typed. */
export type TypedAnswer = { state: Decision['state']; place: string; reason: string };

export const answerLabels: Record<Decision['state'], string> = textsOf({
  accepted: msg`Accept the return`,
  'given-back': msg`Refund it`,
  contested: msg`Contest the return`,
});

/** What an answer does, in a sentence or two. */
export function effectOf(state: Decision['state'], { buyerName, total }: Booking): string {
  const money = formatMoney(total);
  const { giveBackDays } = saleTimes;
  const effects: Record<Decision['state'], string> = {
    accepted: t`${buyerName} will bring or send it within ${plural(giveBackDays, { one: '# day', other: '# days' })}. ${money} goes back to their card once you have it.`,
    'given-back': t`${buyerName} may keep it, and ${money} goes back to their card now. This cannot be undone.`,
    contested: t`The shop reads both sides and decides. Until then nobody is paid.`,
  };
  return effects[state];
}

/**
 * The answer as the server takes it.
 * @param evidence with `contested`: the addresses of pictures and clips
 */
export function answerFrom(
  { state, place, reason }: TypedAnswer,
  { images, clips }: { images: string[]; clips: SentClip[] },
): Decision {
  if (state === 'accepted') return { state, place: place.trim() };
  if (state === 'given-back') return { state };
  return {
    state,
    reason: reason.trim(),
    ...(images.length > 0 && { images }),
    ...(clips.length > 0 && { clips }),
  };
}

/** Shows a refusal at its field, or as a toast. */
export function showRefusal(form: UseFormReturn<TypedAnswer>, failure: Error): void {
  if (!isAtField(failure)) toast.error(failure.message);
  if (!(failure instanceof CallFailure)) return;
  for (const name of ['place', 'reason'] as const) {
    const message = failure.errors[name];
    if (message) form.setError(name, { message }, { shouldFocus: true });
  }
}

export function isAtField(failure: Error | null): boolean {
  return (
    failure instanceof CallFailure && ('place' in failure.errors || 'reason' in failure.errors)
  );
}
