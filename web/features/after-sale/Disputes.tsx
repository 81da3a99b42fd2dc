import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ListedDispute } from '#contract/after-sale/disputes.ts';
import { disputeTodos } from '#contract/overview/admin-todos.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { SendingIncluded } from '../delivery/SendingIncluded.tsx';
import { DecideDispute } from './DecideDispute.tsx';
import { DisputeDialog } from './DisputeDialog.tsx';
import { disputeCauseNames } from './DisputeRecord.tsx';
import { disputesQuery } from './queries.ts';

/** The disputes of the shop with what to do, for admins. */
export function Disputes() {
  const list = usePagedList(disputesQuery());
  return (
    <PagedList<ListedDispute, Question>
      dialog={({ dispute, what }, { close, closeAfterChange }) => {
        const asked = {
          booking: { ...dispute, _id: dispute.bookingId },
          onClose: close,
          onDone: () => closeAfterChange(dispute._id),
        };
        return what === 'decide' ? (
          <DecideDispute {...asked} />
        ) : (
          <DisputeDialog {...asked} disputeId={dispute._id} />
        );
      }}
      empty={<EmptyState title={t`No disputes`}>{t`Buyers and sellers agree.`}</EmptyState>}
      list={list}
      loading={{ label: t`Loading the disputes`, rowHeight: 'h-72 sm:h-24' }}
      table={({ items, ref, ask }) => (
        <Table
          caption={t`Disputes`}
          columns={columnsOf(ask)}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="disputes"
    />
  );
}

/** To read it, or to decide it beside what was said. */
interface Question {
  dispute: ListedDispute;
  what: 'read' | 'decide';
}

function columnsOf(ask: (question: Question) => void): Column<ListedDispute>[] {
  return [
    {
      header: t`Instrument`,
      isRowHeader: true,
      cell: ({ name, bookingId, shipping, total }) => (
        <>
          <Link className="text-link" dir="auto" to={paths.payment(bookingId)}>
            {name}
          </Link>
          <span className="block text-sm font-normal text-muted">{formatMoney(total)}</span>
          <SendingIncluded shipping={shipping} />
        </>
      ),
    },
    {
      header: t`Between`,
      cell: ({ buyerName, sellerName }) => (
        <span>
          <Trans>
            <bdi>{buyerName}</bdi> and <bdi>{sellerName}</bdi>
          </Trans>
        </span>
      ),
    },
    { header: t`Cause`, isWhole: 'wide', cell: ({ cause }) => disputeCauseNames[cause] },
    { header: t`Opened`, isWhole: 'wide', cell: ({ openedAt }) => <Moment at={openedAt} isDay /> },
    {
      header: t`To do`,
      cell: ({ cause, todo, refund, chargeback }) => (
        <span className="inline-block text-sm @[50rem]:min-w-40">
          <span>{todo ? disputeTodos[cause] : decidedText(refund ?? 0)}</span>
          {chargeback && <span className="block text-muted">{chargeback.providerId}</span>}
        </span>
      ),
    },
    {
      header: t`Action`,
      isWhole: 'wide',
      cell: (dispute) => <Action ask={ask} dispute={dispute} />,
    },
  ];
}

function decidedText(refund: number): string {
  const money = formatMoney(refund);
  return t`Decided: ${money} back`;
}

function Action({ dispute, ask }: { dispute: ListedDispute; ask: (question: Question) => void }) {
  const { name, state, cause, chargeback } = dispute;
  if (state === 'open' && cause !== 'chargeback' && chargeback?.state !== 'open') {
    return (
      <Button onClick={() => ask({ dispute, what: 'decide' })} size="small" variant="primary">
        <Trans>
          Decide<span className="sr-only"> the dispute about {name}</span>
        </Trans>
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 @[38rem]:justify-start">
      {state === 'decided' ? (
        <Badge tone="green">{t`Decided`}</Badge>
      ) : (
        <Badge>{t`At the card provider`}</Badge>
      )}
      <Button onClick={() => ask({ dispute, what: 'read' })} size="small">
        <Trans>
          Read<span className="sr-only"> the dispute about {name}</span>
        </Trans>
      </Button>
    </span>
  );
}
