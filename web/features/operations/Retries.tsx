import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { QueueFigure, Queues, Retry } from '#contract/retries.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatNumber, formatPaid } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ActionButton } from './ActionButton.tsx';
import {
  cancelUnknownIntentMutation,
  queuesQuery,
  retriesQuery,
  retryNowMutation,
} from './queries.ts';

/** Refunds, payouts and webhooks that failed, open payments that the provider does not know, and what else is queued. */
export function Retries() {
  const list = usePagedList(retriesQuery());
  const { data: queues } = useQuery(queuesQuery());
  return (
    <>
      <PagedList<Retry>
        dialog={({ _id, about, reference }, { close, closeAfterRemoval }) => (
          <MutationDialog
            confirmLabel="It was never charged"
            mutation={cancelUnknownIntentMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(_id)}
            success="The payment is ended, and the buyer can pay again"
            title={`End the payment of ${about}?`}
            variables={_id}
          >
            Look <span className="wrap-anywhere">{reference}</span> up at the provider that it
            belongs to first. If it was charged there, the buyer would pay twice.
          </MutationDialog>
        )}
        empty={
          <EmptyState title="Nothing is being tried again">
            Refunds, payouts and webhooks have all gone through.
          </EmptyState>
        }
        list={list}
        loading={{ label: 'Loading what is tried again', rowHeight: 'h-64 sm:h-20' }}
        table={({ items, ref, ask }) => (
          <Table
            caption="What is tried again"
            columns={[...columns, actionColumn(ask)]}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="entries"
      />
      {queues && <OtherQueues queues={queues} />}
    </>
  );
}

const kinds: Record<Retry['kind'], string> = {
  refund: 'Refund',
  payout: 'Payout',
  'payout-reversal': 'Payout reversal',
  'card-event': 'Card provider webhook',
  'unknown-intent': 'Payment unknown to the provider',
};

const columns: Column<Retry>[] = [
  {
    header: 'What',
    isRowHeader: true,
    cell: ({ kind, about, bookingId }) => (
      <span className="inline-block @[50rem]:min-w-48">
        <span>{kinds[kind]}</span>
        <span className="block text-sm font-normal text-muted" dir="auto">
          {bookingId ? (
            <Link className="text-link" to={paths.payment(bookingId)}>
              {about}
            </Link>
          ) : (
            about
          )}
        </span>
      </span>
    ),
  },
  {
    header: 'Amount',
    align: 'end',
    isWhole: true,
    cell: ({ amount }) => (amount === undefined ? '–' : formatPaid(amount)),
  },
  {
    header: 'What happened',
    cell: ({ error, attempts, triedAt, nextAt, reference }) => (
      <span className="inline-block @[50rem]:min-w-56">
        <span>{error ?? 'It failed; see the log'}</span>
        <span className="block text-sm text-muted">
          {attempts > 0 && <span>{`Tried ${attempts === 1 ? 'once' : `${attempts} times`}`}</span>}
          {triedAt && (
            <>
              <span>{attempts > 0 ? ', last ' : 'Since '}</span>
              <Moment at={triedAt} />
            </>
          )}
          {nextAt && (
            <>
              <span>. Next </span>
              <Moment at={nextAt} />
            </>
          )}
        </span>
        {reference && <span className="block text-sm wrap-anywhere text-muted">{reference}</span>}
      </span>
    ),
  },
];

function actionColumn(ask: (retry: Retry) => void): Column<Retry> {
  return {
    header: 'Action',
    isWhole: true,
    cell: (retry) => {
      const { _id, kind, about } = retry;
      if (kind === 'unknown-intent') {
        return (
          <Button onClick={() => ask(retry)} size="small" variant="quietDanger">
            End it<span className="sr-only">{`: ${about}`}</span>
          </Button>
        );
      }
      return (
        <ActionButton
          label="Try again"
          mutation={retryNowMutation()}
          of={`${kinds[kind]}, ${about}`}
          success="It is tried again now"
          unchanged="It is already due"
          variables={{ _id, kind }}
        />
      );
    },
  };
}

/** What is queued and needs nobody, unless it grows. */
function OtherQueues({ queues: { pictures, alerts, openIntents } }: { queues: Queues }) {
  const figures = [
    { name: 'Pictures without AVIF versions yet', figure: pictures, since: pictures.oldestAt },
    {
      name: 'Users whose saved searches are due for a check',
      figure: alerts,
      since: alerts.oldestAt,
    },
    { name: 'Payments that were started and not finished', figure: openIntents, since: undefined },
  ];
  return (
    <section aria-labelledby="other-queues" className="mt-10">
      <h2 className="mb-4 text-subheading" id="other-queues">
        Also in the queues
      </h2>
      <dl className="grid gap-4 sm:grid-cols-3">
        {figures.map(({ name, figure, since }) => (
          <div className="rounded-lg border border-line bg-surface p-4" key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-1">
              <span className="font-display text-subheading font-semibold">
                {formatFigure(figure)}
              </span>
              {since && (
                <span className="block text-sm text-muted">
                  The oldest since <Moment at={since} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `1,000` at most are counted. */
function formatFigure({ count, isExact }: QueueFigure): string {
  return isExact ? formatNumber(count) : `More than ${formatNumber(count)}`;
}
