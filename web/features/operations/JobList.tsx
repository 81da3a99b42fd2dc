import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatList } from '#contract/isolate.ts';
import { language } from '#contract/language.ts';
import { type JobName, jobDescriptions } from '#contract/operations/job-names.ts';
import type { Job } from '#contract/operations/jobs.ts';
import { plural, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { ActionButton } from './ActionButton.tsx';
import { Failure } from './Failure.tsx';
import { jobsQuery, runJobMutation } from './queries.ts';

/** The scheduled jobs: what each does, whether it runs, how its last run ended, and when it runs next. */
export function JobList() {
  const { data, error, isFetching, refetch } = useQuery(jobsQuery());
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <SkeletonRows label={t`Loading the jobs`} rowHeight="h-12" />
    );
  }
  return (
    <>
      <p className="mb-4 font-semibold" role="status">
        {stateOfAll(data)}
      </p>
      <JobTable jobs={data} />
    </>
  );
}

/** What needs attention when the page is opened comes first; later the rows stay in their places. */
function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const [first] = useState(() => new Set(jobs.filter(needsALook).map(({ name }) => name)));
  const rows = jobs.toSorted(
    (one, other) => Number(first.has(other.name)) - Number(first.has(one.name)),
  );
  return <Table caption={t`Jobs`} columns={columns} rowKey={({ name }) => name} rows={rows} />;
}

function stateOfAll(jobs: readonly Job[]): string {
  const failed = namesOf(jobs.filter(hasFailed));
  const stuck = namesOf(jobs.filter(({ state }) => state === 'stuck'));
  if (failed === '' && stuck === '') return t`All jobs are running normally.`;
  return [
    ...(failed === '' ? [] : [t`Last run failed: ${failed}.`]),
    ...(stuck === '' ? [] : [t`Stuck: ${stuck}.`]),
  ].join(' ');
}

const namesOf = (jobs: readonly Job[]) => formatList(jobs.map(({ name }) => name));
const hasFailed = ({ lastRun }: Job) => lastRun?.succeeded === false;
const needsALook = (job: Job) => hasFailed(job) || job.state === 'stuck';

const columns: Column<Job>[] = [
  {
    get header() {
      return t`Job`;
    },
    isRowHeader: true,
    cell: ({ name, about }) => (
      <span className="inline-block @[50rem]:min-w-56">
        <code className="text-sm">{name}</code>
        <span className="block text-sm font-normal text-muted">
          {jobDescriptions[name as JobName] ?? about}
        </span>
      </span>
    ),
  },
  {
    get header() {
      return t`Now`;
    },
    cell: (job) => <JobState {...job} />,
  },
  {
    get header() {
      return t`Last run`;
    },
    cell: ({ lastRun }) => <LastRun run={lastRun} />,
  },
  {
    get header() {
      return t({ message: 'Next', context: 'run of a job' });
    },
    isWhole: 'wide',
    cell: ({ state, dueAt }) => (state === 'waiting' ? <Moment at={dueAt} /> : t`Now`),
  },
  {
    get header() {
      return t`Action`;
    },
    isWhole: true,
    cell: ({ name }) => (
      <ActionButton
        label={t`Run now`}
        mutation={runJobMutation()}
        of={name}
        success={t`${name} runs now`}
        unchanged={t`${name} is already due`}
        variables={name}
      />
    ),
  },
];

/** Only what is unusual is a badge: most jobs wait, or are due for a moment. */
function StateWord({ state }: Pick<Job, 'state'>) {
  if (state === 'waiting') {
    return <span className="whitespace-nowrap text-muted">{t`Waiting`}</span>;
  }
  if (state === 'due') return <span>{t`Due`}</span>;
  return state === 'running' ? (
    <Badge tone="green">{t`Running`}</Badge>
  ) : (
    <Badge tone="red">{t`Stuck`}</Badge>
  );
}

function JobState({ state, server, startedAt, dueAt }: Job) {
  return (
    <span className="inline-block @[50rem]:min-w-32">
      <StateWord state={state} />
      {startedAt ? (
        <span className="block text-sm text-muted">
          {server ? (
            <span key="there">
              <Trans>
                On <span>{server}</span>, since <Moment at={startedAt} />
              </Trans>
            </span>
          ) : (
            <span key="somewhere">
              <Trans>
                Since <Moment at={startedAt} />
              </Trans>
            </span>
          )}
        </span>
      ) : (
        state === 'stuck' && (
          <span className="block text-sm text-muted">
            <Trans>
              Due since <Moment at={dueAt} />, and no server is running it
            </Trans>
          </span>
        )
      )}
    </span>
  );
}

function LastRun({ run }: { run: Job['lastRun'] }) {
  if (!run) return <span className="text-muted">{t`Not yet`}</span>;
  const { succeeded, finishedAt, items, seconds, error, errorTexts } = run;
  const duration = seconds?.toLocaleString(language());
  const figures = [
    ...(items === undefined ? [] : [plural(items, { one: '# item', other: '# items' })]),
    ...(duration === undefined ? [] : [t`${duration} s`]),
  ];
  return (
    <span className="inline-block @[50rem]:min-w-40">
      {!succeeded && <Badge tone="red">{t`Failed`}</Badge>}
      <span className="block">
        <Moment at={finishedAt} />
      </span>
      <span className="block text-sm text-muted">
        {error === undefined ? formatList(figures) : <Failure error={error} texts={errorTexts} />}
      </span>
    </span>
  );
}
