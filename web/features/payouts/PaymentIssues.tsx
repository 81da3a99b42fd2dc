import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { PaymentIssue } from '#contract/payment-issues.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import {
  finishPaymentIssueMutation,
  type PaymentIssueState,
  paymentIssuesQuery,
} from './queries.ts';

const states: { value: PaymentIssueState; label: string }[] = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
];

/** What admins have to put right about payments, with what to do; and what they have done, with their notes. */
export function PaymentIssues() {
  const [state, setState] = useState<PaymentIssueState>('open');
  const list = usePagedList(paymentIssuesQuery(state));
  return (
    <>
      <div className="mb-6 w-48">
        <Select
          choices={states}
          label="Show"
          onChange={({ target }) => setState(target.value === 'done' ? 'done' : 'open')}
          value={state}
        />
      </div>
      <PagedList<PaymentIssue>
        dialog={({ _id, kind, name }, { close, closeAfterRemoval }) => (
          <ReasonDialog
            confirmLabel="It is done"
            hint="Other admins will see this, and it stays in the audit log. The buyer and the seller will not see it."
            id={_id}
            label="What have you done?"
            maxLength={limits.paymentIssueNoteLength}
            mutation={finishPaymentIssueMutation(kind)}
            onClose={close}
            onDone={() => closeAfterRemoval(_id)}
            required="Say what you have done"
            success="It is marked as done"
            title={`Mark ${name} as done?`}
            variant="primary"
          >
            {`${events[kind]}. This only takes it off the list; it moves no money.`}
          </ReasonDialog>
        )}
        empty={
          state === 'open' ? (
            <EmptyState title="Nothing to do">Every refund has gone through.</EmptyState>
          ) : (
            <EmptyState title="Nothing was marked as done">
              What you mark as done is kept here.
            </EmptyState>
          )
        }
        key={state}
        list={list}
        loading={{ label: 'Loading what is to be done', rowHeight: 'h-80 sm:h-36' }}
        table={({ items, ref, ask }) => (
          <Table
            caption={state === 'open' ? 'Payment problems' : 'Finished payment problems'}
            columns={[...columns, ...(state === 'open' ? openColumns(ask) : doneColumns)]}
            ref={ref}
            rowKey={({ _id, kind }) => `${_id} ${kind}`}
            rows={items}
          />
        )}
        things="payments"
      />
    </>
  );
}

const events: Record<PaymentIssue['kind'], string> = {
  'refund-stuck': 'The refund does not go through',
  'refund-failed': 'The buyer’s bank sent the refund back',
  'refunded-elsewhere': 'It was refunded in the card provider’s dashboard',
};

const columns: Column<PaymentIssue>[] = [
  {
    header: 'Sale',
    isRowHeader: true,
    cell: ({ name, bookingId, buyerEmail }) => (
      <span className="inline-block @[50rem]:min-w-48">
        <Link className="text-link" dir="auto" to={paths.payment(bookingId)}>
          {name}
        </Link>
        <span className="block text-sm font-normal text-muted">
          <EmailText email={buyerEmail} />
        </span>
      </span>
    ),
  },
  { header: 'Amount', isWhole: true, align: 'end', cell: ({ amount }) => formatBalance(amount) },
  {
    header: 'What happened',
    cell: ({ kind, time, transactionId }) => (
      <>
        <span>{events[kind]}</span>
        <span className="block text-sm text-muted">
          <Moment at={time} /> <span className="wrap-anywhere">{transactionId}</span>
        </span>
      </>
    ),
  },
];

function openColumns(ask: (issue: PaymentIssue) => void): Column<PaymentIssue>[] {
  return [
    {
      header: 'To do',
      cell: ({ todo }) => <span className="inline-block text-sm @[50rem]:min-w-56">{todo}</span>,
    },
    {
      header: 'Action',
      isWhole: true,
      cell: (issue) => (
        <Button onClick={() => ask(issue)} size="small" variant="primary">
          Mark as done<span className="sr-only">{`: ${issue.name}`}</span>
        </Button>
      ),
    },
  ];
}

const doneColumns: Column<PaymentIssue>[] = [
  {
    header: 'What was done',
    cell: ({ done }) =>
      done && (
        <span className="inline-block @[50rem]:min-w-56">
          <span className="block whitespace-pre-line" dir="auto">
            {done.note}
          </span>
          <span className="block text-sm text-muted">
            <bdi>{done.by}</bdi>, <Moment at={done.time} />
          </span>
        </span>
      ),
  },
];
