import { Link } from 'react-router';
import type { CurrentFigures as Figures } from '#contract/overview/overview.ts';
import { paths } from '#contract/page-paths.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { t } from '#contract/text.ts';
import { type AdminArea, mayActIn } from '#contract/users/admin-areas.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';

/** The current numbers and what waits for an admin, each with the list that shows it, as a programme has it. */
export function CurrentFigures({ figures }: { figures: Figures }) {
  const viewer = useDashboardUser();
  return (
    <dl className="grid gap-x-12 sm:grid-cols-2">
      {entries.map(({ key, area, name, to, isTrouble }) => (
        <div
          className="relative flex items-baseline gap-2 py-1.5 has-[a]:hover:bg-sunken"
          key={key}
        >
          <dt className="min-w-0">
            {mayActIn(area, viewer) ? (
              <Link className="text-link after:absolute after:inset-0" to={to}>
                {name}
              </Link>
            ) : (
              name
            )}
          </dt>
          <span
            aria-hidden="true"
            className="min-w-4 flex-1 border-b-2 border-dotted border-line"
          />
          <Value count={figures[key]} isTrouble={isTrouble === true} />
        </div>
      ))}
    </dl>
  );
}

interface Entry {
  key: keyof Figures;
  /** An admin needs it for the list. */
  area: AdminArea;
  name: string;
  to: string;
  /** Whether an admin has to act on each of them. */
  isTrouble?: true;
}

const entries: readonly Entry[] = [
  {
    key: 'onSale',
    area: 'listings',
    get name() {
      return t`Instruments on sale`;
    },
    to: paths.allProducts(),
  },
  {
    key: 'holdsEnding',
    area: 'cases',
    get name() {
      return t`Holds ending within 24 hours`;
    },
    to: paths.allBookings(),
  },
  {
    key: 'returnsOpen',
    area: 'cases',
    get name() {
      return t`Returns open`;
    },
    to: paths.returns(),
  },
  {
    key: 'disputesOpen',
    area: 'cases',
    get name() {
      return t`Disputes open`;
    },
    to: paths.money('disputes'),
    isTrouble: true,
  },
  {
    key: 'casesOpen',
    area: 'cases',
    get name() {
      return t`Reports to decide`;
    },
    to: paths.moderation(),
    isTrouble: true,
  },
  {
    key: 'jobsFailing',
    area: 'operation',
    get name() {
      return t`Jobs failing`;
    },
    to: paths.jobs(),
    isTrouble: true,
  },
  {
    key: 'mailsWaiting',
    area: 'operation',
    get name() {
      return t`Emails waiting`;
    },
    to: paths.jobs('mails'),
  },
  {
    key: 'mailsGivenUp',
    area: 'operation',
    get name() {
      return t`Undeliverable emails`;
    },
    to: paths.jobs('mails'),
    isTrouble: true,
  },
];

function Value({
  count: { count, isExact },
  isTrouble,
}: {
  count: MatchCount;
  isTrouble: boolean;
}) {
  const number = formatNumber(count);
  const isAlarm = isTrouble && count > 0;
  return (
    <dd
      className={`flex items-baseline gap-1.5 font-display text-xl leading-none font-semibold tabular-nums ${isAlarm ? 'text-red' : ''}`}
    >
      {isAlarm && <Icon className="size-4 self-center" name="warning" />}
      <span>{isExact ? number : t`${number} or more`}</span>
    </dd>
  );
}
