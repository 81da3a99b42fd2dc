import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loading } from '../../ui/Loading.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { ActionButton } from './ActionButton.tsx';
import { jobsQuery, runJobMutation } from './queries.ts';

/** The scheduled jobs: what each does, whether it runs, how its last run ended, and when it runs next. */
export function JobList() {
  const { data, error, isFetching, refetch } = useQuery(jobsQuery());
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <Loading label="Loading the jobs" />
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
  return <Table caption="Jobs" columns={columns} rowKey={({ name }) => name} rows={rows} />;
}

function stateOfAll(jobs: readonly Job[]): string {
  const failed = jobs.filter(hasFailed).map(({ name }) => name);
  const stuck = jobs.filter(({ state }) => state === 'stuck').map(({ name }) => name);
  if (failed.length + stuck.length === 0) return 'All jobs are running normally.';
  return [
    ...(failed.length > 0 ? [`Last run failed: ${failed.join(', ')}.`] : []),
    ...(stuck.length > 0 ? [`Stuck: ${stuck.join(', ')}.`] : []),
  ].join(' ');
}

const hasFailed = ({ lastRun }: Job) => lastRun?.succeeded === false;
const needsALook = (job: Job) => hasFailed(job) || job.state === 'stuck';

const columns: Column<Job>[] = [
  {
    header: 'Job',
    isRowHeader: true,
    cell: ({ name, about }) => (
      <span className="inline-block @[50rem]:min-w-56">
        <code className="text-sm">{name}</code>
        <span className="block text-sm font-normal text-muted">{about}</span>
      </span>
    ),
  },
  { header: 'Now', cell: (job) => <JobState {...job} /> },
  { header: 'Last run', cell: ({ lastRun }) => <LastRun run={lastRun} /> },
  {
    header: 'Next',
    isWhole: 'wide',
    cell: ({ state, dueAt }) => (state === 'waiting' ? <Moment at={dueAt} /> : 'Now'),
  },
  {
    header: 'Action',
    isWhole: true,
    cell: ({ name }) => (
      <ActionButton
        label="Run now"
        mutation={runJobMutation()}
        of={name}
        success={`${name} runs now`}
        unchanged={`${name} is already due`}
        variables={name}
      />
    ),
  },
];

/** Only what is unusual is a badge: most jobs wait, or are due for a moment. */
const stateWords: Record<Job['state'], ReactNode> = {
  waiting: <span className="whitespace-nowrap text-muted">Waiting</span>,
  due: <span>Due</span>,
  running: <Badge tone="green">Running</Badge>,
  stuck: <Badge tone="red">Stuck</Badge>,
};

function JobState({ state, server, startedAt, dueAt }: Job) {
  return (
    <span className="inline-block @[50rem]:min-w-32">
      {stateWords[state]}
      {startedAt ? (
        <span className="block text-sm text-muted">
          <span>{server ? `On ${server}, since ` : 'Since '}</span>
          <Moment at={startedAt} />
        </span>
      ) : (
        state === 'stuck' && (
          <span className="block text-sm text-muted">
            Due since <Moment at={dueAt} />, and no server is running it
          </span>
        )
      )}
    </span>
  );
}

function LastRun({ run }: { run: Job['lastRun'] }) {
  if (!run) return <span className="text-muted">Not yet</span>;
  const { succeeded, finishedAt, items, seconds, error } = run;
  const figures = [
    ...(items === undefined ? [] : [`${formatNumber(items)} ${items === 1 ? 'item' : 'items'}`]),
    ...(seconds === undefined ? [] : [`${seconds} s`]),
  ];
  return (
    <span className="inline-block @[50rem]:min-w-40">
      {!succeeded && <Badge tone="red">Failed</Badge>}
      <span className="block">
        <Moment at={finishedAt} />
      </span>
      <span className="block text-sm text-muted">{error ?? figures.join(', ')}</span>
    </span>
  );
}
