import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Role } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { Summary } from '#contract/summary.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { summaryQuery } from './queries.ts';

/** One figure of the summary, with a link to what it counts. */
export interface Figure {
  name: string;
  value: number;
  to: string;
}

/** The figures for a role. Their space is reserved while loading. */
export function SummaryFigures({ role }: { role: Role }) {
  const summary = useQuery(summaryQuery());
  if (!summary.data && summary.error) {
    return (
      <div className="mt-8">
        <ErrorState
          isTrying={summary.isFetching}
          message={summary.error.message}
          onTryAgain={() => summary.refetch()}
          title="Your numbers did not load"
        />
      </div>
    );
  }
  return (
    <section aria-busy={!summary.data || undefined} aria-label="In numbers" className="mt-8">
      <dl className="grid grid-cols-3 gap-3 sm:gap-4">
        {summary.data
          ? figures[role](summary.data).map((figure) => <Tile figure={figure} key={figure.name} />)
          : ['first', 'second', 'third'].map((place) => <Skeleton className="h-28" key={place} />)}
      </dl>
    </section>
  );
}

function Tile({ figure: { name, value, to } }: { figure: Figure }) {
  return (
    <div className="relative flex min-h-28 flex-col justify-between gap-2 rounded-lg border border-line bg-surface p-4 shadow-rest transition hover:shadow-lift">
      <dt className="text-sm leading-tight text-muted">
        <Link className="text-link after:absolute after:inset-0 after:rounded-lg" to={to}>
          {name}
        </Link>
      </dt>
      <dd className="font-display text-4xl leading-none font-semibold tabular-nums">
        {value.toLocaleString('en-US')}
      </dd>
    </div>
  );
}

/** Which figures each role sees. */
export const figures: Record<Role, (summary: Summary) => Figure[]> = {
  buyer: ({ buying }) => [
    { name: 'Booked', value: buying.booked, to: paths.bookings() },
    { name: 'To pay', value: buying.toPay, to: paths.bookings() },
    { name: 'Paid', value: buying.paid, to: paths.bookings() },
  ],
  seller: ({ selling }) => [
    { name: 'On sale', value: selling?.onSale ?? 0, to: paths.myProducts() },
    { name: 'Booked', value: selling?.booked ?? 0, to: paths.bookings('seller') },
    { name: 'Sold', value: selling?.sold ?? 0, to: paths.bookings('seller') },
  ],
  admin: ({ people }) => [
    { name: 'Sellers to verify', value: people?.toVerify ?? 0, to: paths.allSellers() },
    { name: 'Sellers', value: people?.sellers ?? 0, to: paths.allSellers() },
    { name: 'Buyers', value: people?.buyers ?? 0, to: paths.allBuyers() },
  ],
};
