import { textsOf } from '#contract/language.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { msg } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';

const names: Record<Payout['state'], string> = textsOf({
  due: msg`Due`,
  started: msg`Started`,
  taken: msg`On its way`,
  paid: msg`Paid out`,
  failed: msg`Failed`,
});

/** The state of a payout, since when, and why it failed. */
export function PayoutState({ payout }: { payout: Payout }) {
  const { state, takenAt, paidAt, failedAt, failure } = payout;
  const since = {
    due: undefined,
    started: undefined,
    taken: takenAt,
    paid: paidAt,
    failed: failedAt,
  };
  const at = since[state];
  return (
    <span className="flex flex-col items-end gap-1 @[38rem]:items-start @[50rem]:min-w-24">
      <Badge tone={state === 'paid' ? 'green' : state === 'failed' ? 'red' : 'quiet'}>
        {names[state]}
      </Badge>
      {at && (
        <span className="text-sm text-muted">
          <Moment at={at} isDay />
        </span>
      )}
      {failure && <span className="text-sm text-muted">{failure}</span>}
    </span>
  );
}
