import { useQuery } from '@tanstack/react-query';
import { textsOf } from '#contract/language.ts';
import { msg, plural, t } from '#contract/text.ts';
import type { RemovalEffects as Effects } from '#contract/users/user-removal.ts';
import type { User } from '#contract/users/users.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { removalEffectsQuery } from './queries.ts';

/** The person who deletes the account: an admin always can, the owner only while nothing is open. */
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
          title={t`What is open did not load`}
        />
      </div>
    );
  }
  if (!data) {
    return (
      <p className="mt-4 flex items-center gap-3 text-muted" role="status">
        <Spinner className="size-5 text-brass" />
        {t`Looking up what is open`}
      </p>
    );
  }
  const ends = linesOf(endLines, data.ends);
  const open = linesOf(openLines, data.open);
  return (
    <div className="mt-4 space-y-4" role="status">
      {ends.length > 0 && <Lines lines={ends} title={t`This will happen:`} />}
      {open.length > 0 ? (
        <Lines lines={open} title={openTitles[by]} />
      ) : (
        <p>{t`No sale, return, dispute or refund is open.`}</p>
      )}
    </div>
  );
}

const openTitles: Record<By, string> = textsOf({
  admin: msg`This stays open, and an admin acts on their behalf:`,
  self: msg`This is still open:`,
});

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

type Line = (count: number) => string;

const endLines: Record<keyof Effects['ends'], Line> = {
  products: (count) =>
    plural(count, {
      one: '# instrument is taken off sale',
      other: '# instruments are taken off sale',
    }),
  bookings: (count) =>
    plural(count, { one: '# unpaid booking is released', other: '# unpaid bookings are released' }),
  orders: (count) =>
    plural(count, {
      one: '# unpaid booking by somebody else is released',
      other: '# unpaid bookings by others are released',
    }),
};

const openLines: Record<keyof Effects['open'], Line> = {
  sales: (count) =>
    plural(count, { one: '# sale that is not complete', other: '# sales that are not complete' }),
  purchases: (count) =>
    plural(count, {
      one: '# purchase that is not complete',
      other: '# purchases that are not complete',
    }),
  returns: (count) => plural(count, { one: '# open return', other: '# open returns' }),
  disputes: (count) =>
    plural(count, { one: '# dispute to be decided', other: '# disputes to be decided' }),
  refunds: (count) =>
    plural(count, { one: '# refund on its way', other: '# refunds on their way' }),
  balances: (count) =>
    plural(count, {
      one: '# balance from sales to be paid out',
      other: '# balances from sales to be paid out',
    }),
};

function linesOf<Name extends string>(
  lines: Record<Name, Line>,
  counts: Record<Name, number>,
): string[] {
  // The keys of a record over a closed set are that set.
  const names = Object.keys(lines) as Name[];
  return names.filter((name) => counts[name] > 0).map((name) => lines[name](counts[name]));
}
