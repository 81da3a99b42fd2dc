import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
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
          title={t`What is open did not load`}
        />
      </div>
    );
  }
  if (!data) {
    return (
      <p className="mt-4 flex items-center gap-3 text-muted" role="status">
        <Trans>
          <Spinner className="size-5 text-brass" />
          Looking up what is open
        </Trans>
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

/** One of something, and many of it. */
type Line = readonly [one: string, many: string];

const endLines: Record<keyof Effects['ends'], Line> = textsOf({
  products: [msg`instrument is taken off sale`, msg`instruments are taken off sale`],
  bookings: [msg`unpaid booking is released`, msg`unpaid bookings are released`],
  orders: [
    msg`unpaid booking by somebody else is released`,
    msg`unpaid bookings by others are released`,
  ],
});

const openLines: Record<keyof Effects['open'], Line> = textsOf({
  sales: [msg`sale that is not complete`, msg`sales that are not complete`],
  purchases: [msg`purchase that is not complete`, msg`purchases that are not complete`],
  returns: [msg`open return`, msg`open returns`],
  disputes: [msg`dispute to be decided`, msg`disputes to be decided`],
  refunds: [msg`refund on its way`, msg`refunds on their way`],
  balances: [msg`balance from sales to be paid out`, msg`balances from sales to be paid out`],
});

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
