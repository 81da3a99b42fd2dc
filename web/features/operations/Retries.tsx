import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatList, isolate, labelSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { QueueFigure, Queues, Retry } from '#contract/operations/retries.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatNumber, formatPaid } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ActionButton } from './ActionButton.tsx';
import { Failure } from './Failure.tsx';
import {
  cancelUnknownIntentMutation,
  queuesQuery,
  retriesQuery,
  retryNowMutation,
} from './queries.ts';
import { Tries } from './Tries.tsx';

/** Refunds, payouts and webhooks that failed, open payments that the provider does not know, and what else is queued. */
export function Retries() {
  const list = usePagedList(retriesQuery());
  const { data: queues } = useQuery(queuesQuery());
  return (
    <>
      <PagedList<Retry>
        dialog={({ _id, about, reference }, { close, closeAfterRemoval }) => (
          <MutationDialog
            confirmLabel={t`It was never charged`}
            mutation={cancelUnknownIntentMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(_id)}
            success={t`The payment is ended, and the buyer can pay again`}
            title={t`End the payment of ${about}?`}
            variables={_id}
          >
            <Trans>
              Look{' '}
              <bdi className="wrap-anywhere" dir="ltr">
                {reference}
              </bdi>{' '}
              up at the provider that it belongs to first. If it was charged there, the buyer would
              pay twice.
            </Trans>
          </MutationDialog>
        )}
        empty={
          <EmptyState title={t`Nothing is being tried again`}>
            {t`Refunds, payouts and webhooks have all gone through.`}
          </EmptyState>
        }
        list={list}
        loading={{ label: t`Loading what is tried again`, rowHeight: 'h-64 sm:h-20' }}
        table={({ items, ref, ask }) => (
          <Table
            caption={t`What is tried again`}
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

const kinds: Record<Retry['kind'], string> = textsOf({
  refund: msg`Refund`,
  payout: msg`Payout`,
  'payout-reversal': msg`Payout reversal`,
  'card-event': msg`Card provider webhook`,
  'unknown-intent': msg`Payment unknown to the provider`,
});

const columns: Column<Retry>[] = [
  {
    get header() {
      return t`What`;
    },
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
    get header() {
      return t`Amount`;
    },
    align: 'end',
    isWhole: true,
    cell: ({ amount }) => (amount === undefined ? '–' : formatPaid(amount)),
  },
  {
    get header() {
      return t`What happened`;
    },
    cell: ({ error, errorTexts, attempts, triedAt, nextAt, reference }) => (
      <span className="inline-block @[50rem]:min-w-56">
        <span>
          {error === undefined ? (
            t`It failed; see the log`
          ) : (
            <Failure error={error} texts={errorTexts} />
          )}
        </span>
        <span className="block text-sm text-muted">
          <Tries attempts={attempts} nextAt={nextAt} triedAt={triedAt} />
        </span>
        {reference && <bdi className="block text-sm wrap-anywhere text-muted">{reference}</bdi>}
      </span>
    ),
  },
];

function actionColumn(ask: (retry: Retry) => void): Column<Retry> {
  return {
    get header() {
      return t`Action`;
    },
    isWhole: true,
    cell: (retry) => {
      const { _id, kind, about } = retry;
      if (kind === 'unknown-intent') {
        return (
          <Button onClick={() => ask(retry)} size="small" variant="quietDanger">
            <span>{t`End it`}</span>
            <span className="sr-only">{labelSeparator() + isolate(about)}</span>
          </Button>
        );
      }
      return (
        <ActionButton
          label={t`Try again`}
          mutation={retryNowMutation()}
          of={formatList([kinds[kind], about])}
          success={t`It is tried again now`}
          unchanged={t`It is already due`}
          variables={{ _id, kind }}
        />
      );
    },
  };
}

/** The queues that need no attention unless they grow. */
function OtherQueues({ queues: { pictures, alerts, openIntents } }: { queues: Queues }) {
  const figures = [
    { name: t`Pictures without AVIF versions yet`, figure: pictures, since: pictures.oldestAt },
    {
      name: t`Users whose saved searches are due for a check`,
      figure: alerts,
      since: alerts.oldestAt,
    },
    { name: t`Payments that were started and not finished`, figure: openIntents, since: undefined },
  ];
  return (
    <section aria-labelledby="other-queues" className="mt-10">
      <h2 className="mb-4 text-subheading" id="other-queues">
        {t`Also in the queues`}
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
                  <Trans>
                    The oldest since <Moment at={since} />
                  </Trans>
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
  const number = formatNumber(count);
  return isExact ? number : t`More than ${number}`;
}
