import { useQuery } from '@tanstack/react-query';
import type { RemovalEffects as Effects } from '#contract/user-removal.ts';
import type { User } from '#contract/users.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { removalEffectsQuery } from './queries.ts';

/** Who deletes the account: an admin always can, the person only while nothing is open. */
type By = 'admin' | 'self';

/** Inside the dialog before an account is deleted: what that ends, and what stays open. */
export function RemovalEffects({ user: { _id }, by }: { user: Pick<User, '_id'>; by: By }) {
  const { data, error, isFetching, refetch } = useQuery(removalEffectsQuery(_id));
  if (error && !data) {
    return (
      <div className="mt-4">
        <ErrorState
          isTrying={isFetching}
          message={error.message}
          onTryAgain={() => refetch()}
          title="What is open did not load"
        />
      </div>
    );
  }
  if (!data) {
    return (
      <p className="mt-4 flex items-center gap-3 text-muted" role="status">
        <Spinner className="size-5 text-brass" />
        Looking up what is open
      </p>
    );
  }
  const ends = linesOf(endLines, data.ends);
  const open = linesOf(openLines, data.open);
  return (
    <div className="mt-4 space-y-4" role="status">
      {ends.length > 0 && <Lines lines={ends} title="This will happen:" />}
      {open.length > 0 ? (
        <Lines lines={open} title={openTitles[by]} />
      ) : (
        <p>No sale, return, dispute or refund is open.</p>
      )}
    </div>
  );
}

const openTitles: Record<By, string> = {
  admin: 'This stays open, and an admin acts on their behalf:',
  self: 'This is still open:',
};

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** One of something, and many of it. */
type Line = readonly [one: string, many: string];

const endLines: Record<keyof Effects['ends'], Line> = {
  products: ['instrument is taken off sale', 'instruments are taken off sale'],
  bookings: ['unpaid booking is released', 'unpaid bookings are released'],
  orders: ['unpaid booking by somebody else is released', 'unpaid bookings by others are released'],
};

const openLines: Record<keyof Effects['open'], Line> = {
  sales: ['sale that is not complete', 'sales that are not complete'],
  purchases: ['purchase that is not complete', 'purchases that are not complete'],
  returns: ['open return', 'open returns'],
  disputes: ['dispute to be decided', 'disputes to be decided'],
  refunds: ['refund on its way', 'refunds on their way'],
  balances: ['balance from sales to be paid out', 'balances from sales to be paid out'],
};

function linesOf<Name extends string>(
  lines: Record<Name, Line>,
  counts: Record<Name, number>,
): string[] {
  // The keys of a record over a closed set are that set.
  const names = Object.keys(lines) as Name[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${lines[name][counts[name] === 1 ? 0 : 1]}`);
}
