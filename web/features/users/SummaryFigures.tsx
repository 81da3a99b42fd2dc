import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Role } from '#contract/constants.ts';
import type { Summary } from '#contract/overview/summary.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { summaryQuery } from './queries.ts';

/** One figure of the summary, with a link to what it counts. */
export interface Figure {
  name: string;
  value: number;
  to: string;
}

/** The figures for a role that are not zero, on a line. */
export function SummaryFigures({ role }: { role: Role }) {
  const summary = useQuery(summaryQuery());
  if (!summary.data && summary.error) {
    return (
      <div className="mt-8">
        <ErrorState
          isTrying={summary.isFetching}
          message={summary.error.message}
          onTryAgain={() => summary.refetch()}
          title={t`Your numbers did not load`}
        />
      </div>
    );
  }
  if (!summary.data) return <Skeleton className="mt-8 h-12 w-full" />;
  const shown = figures[role](summary.data).filter(({ value }) => value > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t`In numbers`} className="mt-8">
      <dl className="flex flex-wrap gap-3">
        {shown.map((figure) => (
          <Tile figure={figure} key={figure.name} />
        ))}
      </dl>
    </section>
  );
}

function Tile({ figure: { name, value, to } }: { figure: Figure }) {
  return (
    <div className="relative flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 shadow-rest transition hover:shadow-lift">
      <dt>
        <Link className="text-link after:absolute after:inset-0 after:rounded-md" to={to}>
          {name}
        </Link>
      </dt>
      <dd className="font-display text-2xl leading-none font-semibold tabular-nums">
        {formatNumber(value)}
      </dd>
    </div>
  );
}

/** Which figures each role sees. */
export const figures: Record<Role, (summary: Summary) => Figure[]> = {
  buyer: ({ buying }) => [
    { name: t`Booked`, value: buying.booked, to: paths.bookings() },
    { name: t`To pay`, value: buying.toPay, to: paths.bookings() },
    { name: t`Paid`, value: buying.paid, to: paths.bookings() },
  ],
  seller: ({ selling }) => [
    { name: t`On sale`, value: selling?.onSale ?? 0, to: paths.myProducts() },
    { name: t`Booked`, value: selling?.booked ?? 0, to: paths.bookings('seller') },
    { name: t`Sold`, value: selling?.sold ?? 0, to: paths.bookings('seller') },
  ],
  admin: ({ people }) => [
    { name: t`Sellers to verify`, value: people?.toVerify ?? 0, to: paths.allSellers() },
    { name: t`Sellers`, value: people?.sellers ?? 0, to: paths.allSellers() },
    { name: t`Buyers`, value: people?.buyers ?? 0, to: paths.allBuyers() },
  ],
};
