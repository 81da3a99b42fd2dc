import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { textsOf } from '#contract/language.ts';
import type { Queues } from '#contract/operations/retries.ts';
import { type JobsPart, jobsParts, paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useItemInSight } from '../../ui/use-item-in-sight.ts';
import { JobList } from './JobList.tsx';
import { QueuedMails } from './QueuedMails.tsx';
import { queuesQuery } from './queries.ts';
import { Retries } from './Retries.tsx';

interface Part {
  name: string;
  text: string;
  Part: ComponentType;
  /** The number of jobs that need attention. */
  count: (queues: Queues) => number;
}

const parts: Record<JobsPart, Part> = textsOf({
  jobs: {
    name: msg`Jobs`,
    text: msg`What the shop does automatically, on one server at a time. A job that fails runs again when it is next due.`,
    Part: JobList,
    count: ({ jobs }: Queues) => jobs.failed + jobs.stuck,
  },
  mails: {
    name: msg`Emails`,
    text: msg`Emails that have not been sent yet. One that is refused is tried again with growing pauses, and given up after twelve attempts.`,
    Part: QueuedMails,
    count: ({ mails }: Queues) => mails['given-up'].count + mails.retrying.count,
  },
  retries: {
    name: msg`Refunds, payouts and others`,
    text: msg`What a provider has not accepted. It is tried again with growing pauses of up to six hours.`,
    Part: Retries,
    count: ({ retries }: Queues) => retries.count,
  },
});

/** What runs, waits, is tried again or was given up, for admins, who can run and send it again. */
export function JobsPage() {
  const [search] = useSearchParams();
  const current = jobsParts.find((part) => part === search.get('part')) ?? 'jobs';
  // On a phone the last parts are beside the window.
  const list = useItemInSight(jobsParts.indexOf(current));
  const { data: queues } = useQuery(queuesQuery());
  const { name, text, Part } = parts[current];
  return (
    <>
      <h1 tabIndex={-1}>{t`Jobs and emails`}</h1>
      <nav aria-label={t`Parts of jobs and emails`} className="mt-4 border-b border-line">
        <ul ref={list} className="-mb-px flex gap-1 overflow-x-auto">
          {jobsParts.map((part) => (
            <li key={part}>
              <Link
                aria-current={part === current ? 'page' : undefined}
                className="flex items-center gap-2 whitespace-nowrap border-b-3 border-transparent px-4 py-3 font-semibold text-muted transition hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
                to={paths.jobs(part)}
              >
                <span>{parts[part].name}</span>
                <Count count={queues && parts[part].count(queues)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-label={name}>
        <p className="mt-4 mb-6 max-w-prose text-muted">{text}</p>
        <Part />
      </section>
    </>
  );
}

function Count({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  const number = formatNumber(count);
  return (
    <Badge tone="red">
      <Trans>
        <span>{number}</span>
        <span className="sr-only"> to look at</span>
      </Trans>
    </Badge>
  );
}
