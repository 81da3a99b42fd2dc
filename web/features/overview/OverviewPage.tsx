import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { textsOf } from '#contract/language.ts';
import type { Overview } from '#contract/overview/overview.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, plural, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { shopHas } from '../../ui/current-shop.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CurrentFigures } from './CurrentFigures.tsx';
import { chartSeries } from './chart-series.ts';
import { FigureChart } from './FigureChart.tsx';
import { formatDays } from './format-days.ts';
import { overviewQuery, type Period, periodDays, periodOf, searchOf } from './queries.ts';

/** The shop in figures for its admins: what there is now, and what happened by day or by week. */
export function OverviewPage() {
  const [search] = useSearchParams();
  const period = periodOf(search);
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    overviewQuery(period),
  );
  const { days } = period;
  const updatedAt = new Date(dataUpdatedAt).toISOString();
  return (
    <>
      <h1 tabIndex={-1}>{t`Overview`}</h1>
      {!data && error ? (
        <div className="mt-6">
          <ErrorState
            isTrying={isFetching}
            message={error.message}
            onTryAgain={() => refetch()}
            title={t`The figures did not load`}
          />
        </div>
      ) : (
        <>
          <section aria-busy={!data || undefined} aria-labelledby="now" className="mt-6">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="now">{t`Right now`}</h2>
              {data && (
                <p className="text-sm text-muted">
                  {error ? (
                    <span key="stale">
                      <Trans>
                        Could not be refreshed since <Moment at={updatedAt} />
                      </Trans>
                    </span>
                  ) : (
                    <span key="fresh">
                      <Trans>
                        As of <Moment at={updatedAt} />
                      </Trans>
                    </span>
                  )}
                </p>
              )}
            </div>
            <div className="mt-3">
              {data ? <CurrentFigures figures={data.now} /> : <Skeleton className="h-72 sm:h-40" />}
            </div>
          </section>
          <section
            aria-busy={!data || isPlaceholderData || undefined}
            aria-labelledby="period"
            className="mt-12"
          >
            <h2 id="period">{t`The last ${plural(days, { one: '# day', other: '# days' })}`}</h2>
            <PeriodChoice period={period} />
            {data ? <Events overview={data} /> : <Skeleton className="mt-8 h-96" />}
          </section>
        </>
      )}
    </>
  );
}

const steps = textsOf({ day: msg`By day`, week: msg`By week` });

/** Each choice is an address, so that it can be linked to and the back button returns to it. */
function PeriodChoice({ period }: { period: Period }) {
  return (
    <nav aria-label={t`Period`} className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      <ul className="flex flex-wrap gap-1">
        {periodDays.map((days) => (
          <Choice
            isChosen={days === period.days}
            key={days}
            name={plural(days, { one: '# day', other: '# days' })}
            to={{ ...period, days }}
          />
        ))}
      </ul>
      <ul className="flex flex-wrap gap-1">
        {(['day', 'week'] as const).map((by) => (
          <Choice isChosen={by === period.by} key={by} name={steps[by]} to={{ ...period, by }} />
        ))}
      </ul>
    </nav>
  );
}

function Choice({ name, isChosen, to }: { name: string; isChosen: boolean; to: Period }) {
  return (
    <li>
      <Link
        aria-current={isChosen ? 'true' : undefined}
        className="grid min-h-11 place-items-center rounded-md border border-line-strong bg-surface px-3 font-semibold sm:px-4 text-muted transition hover:text-ink aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-paper"
        preventScrollReset
        to={`${paths.overview()}${searchOf(to)}`}
      >
        {name}
      </Link>
    </li>
  );
}

function Events({ overview }: { overview: Overview }) {
  const dates = formatDays(overview);
  const zone = overview.zone.replaceAll('_', ' ');
  return (
    <>
      <p className="mt-4 max-w-prose text-sm text-muted">
        {t`${dates}. Days begin at midnight in ${zone}, the time zone of this device, weeks on Monday. Today is compared up to the same time. A refund counts on the day it is made, not on the day of its sale.`}
      </p>
      {overview.missing.map(({ from, until }) => (
        <p className="mt-3 max-w-prose rounded-lg bg-brass-tint px-4 py-3 text-sm" key={until}>
          {from === undefined ? (
            <span>
              <Trans>
                Not everything is counted yet: what happened before <Moment at={until} /> is
                missing, and is being added.
              </Trans>
            </span>
          ) : (
            <span>
              <Trans>
                Not everything is counted yet: what happened between <Moment at={from} /> and{' '}
                <Moment at={until} /> is missing.
              </Trans>
            </span>
          )}
        </p>
      ))}
      <div className="mt-8 grid gap-x-10 gap-y-10 sm:grid-cols-2 xl:grid-cols-6">
        {chartSeries
          .filter(({ part }) => !part || shopHas(part))
          .map((series) => (
            <FigureChart key={series.name} overview={overview} series={series} />
          ))}
      </div>
    </>
  );
}
