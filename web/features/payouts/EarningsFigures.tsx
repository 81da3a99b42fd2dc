import { Trans } from '@lingui/react/macro';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { hasCommission } from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import type { Earnings } from '#contract/payouts/earnings.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CategoryCommissions } from './CommissionTerms.tsx';
import { formatBalance } from './format-balance.ts';

/** The same while they are loading. */
export function SkeletonFigures() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">{t`Loading your earnings`}</p>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        {['on its way', 'ready', 'paid out'].map((place) => (
          <Skeleton className="h-31 sm:h-32" key={place} />
        ))}
      </div>
      <Skeleton className="mt-4 h-12 max-w-prose" />
    </div>
  );
}

/** The three figures of a seller's money, and what has to be said about them. */
export function EarningsFigures({ earnings }: { earnings: Earnings }) {
  const { pending, held, available, paidOut, inTransit, started } = earnings;
  const heldBack = formatBalance(held);
  const beingPaidOut = formatBalance(started);
  const underWay = formatBalance(inTransit);
  const figures = [
    [t`On its way`, pending, t`Until the return periods end`],
    [t`Ready`, available, t`Paid out next`],
    [t`Paid out`, paidOut - inTransit, t`In total`],
  ] as const;
  return (
    <>
      <dl className="mt-6 grid gap-3 sm:grid-cols-3 sm:gap-4">
        {figures.map(([name, amount, meaning]) => (
          <div
            className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 shadow-rest sm:min-h-32"
            key={name}
          >
            <dt className="font-semibold">{name}</dt>
            <dd className="order-last text-sm text-muted">{meaning}</dd>
            <dd className="font-display text-3xl leading-tight font-semibold wrap-anywhere tabular-nums">
              {formatBalance(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 max-w-prose space-y-2">
        {held > 0 && (
          <p>
            {t`${heldBack} of what is on its way is being held, because its sale is disputed, being returned or being refunded. Once that is settled, it is yours or goes back to the buyer.`}
          </p>
        )}
        {available < 0 && (
          <p>
            {t`Money from an earlier sale was taken back after it had been paid out. It is deducted from your next sales.`}
          </p>
        )}
        {started > 0 && <p>{t`${beingPaidOut} of what is ready is being paid out now.`}</p>}
        {inTransit > 0 && <p>{t`${underWay} is on its way to your account.`}</p>}
        <Commission earnings={earnings} />
      </div>
    </>
  );
}

/** What the shop keeps of sales from now on, and what changes about it. Nothing in a shop that keeps nothing. */
function Commission({
  earnings: { commission, commissionIsAgreed, nextCommission },
}: {
  earnings: Earnings;
}) {
  if (!hasCommission(commission) && !commissionIsAgreed && !nextCommission) return null;
  const next = nextCommission && commissionText(nextCommission.commission);
  return (
    <div className="space-y-2 text-muted">
      <div>
        <p>
          <span>{commissionText(commission)}</span>
          {commissionIsAgreed && <span> {t`These terms are your own.`}</span>}
          {shopZones().length > 0 && <span> {t`What buyers pay for shipping is all yours.`}</span>}
        </p>
        <CategoryCommissions commission={commission} />
      </div>
      {nextCommission && (
        <div>
          <p>
            <Trans>
              From <Moment at={nextCommission.appliesFrom} isDay /> on: <span>{next}</span>
            </Trans>
          </p>
          <CategoryCommissions commission={nextCommission.commission} />
        </div>
      )}
    </div>
  );
}
