import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { isolate, labelSeparator, listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { paymentIssueTodos } from '#contract/overview/admin-todos.ts';
import { paths } from '#contract/page-paths.ts';
import type { PaymentIssue } from '#contract/payments/payment-issues.ts';
import { msg, t } from '#contract/text.ts';
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
  {
    value: 'open',
    get label() {
      return t`To do`;
    },
  },
  {
    value: 'done',
    get label() {
      return t`Done`;
    },
  },
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
          label={t`Show`}
          onChange={({ target }) => setState(target.value === 'done' ? 'done' : 'open')}
          value={state}
        />
      </div>
      <PagedList<PaymentIssue>
        dialog={({ _id, kind, name: sale }, { close, closeAfterRemoval }) => {
          const name = isolate(sale);
          return (
            <ReasonDialog
              confirmLabel={t`It is done`}
              hint={t`Other admins will see this, and it stays in the audit log. The buyer and the seller will not see it.`}
              id={_id}
              label={t`What have you done?`}
              maxLength={limits.paymentIssueNoteLength}
              mutation={finishPaymentIssueMutation(kind)}
              onClose={close}
              onDone={() => closeAfterRemoval(_id)}
              required={t`Describe what you have done`}
              success={t`It is marked as done`}
              title={t`Mark ${name} as done?`}
              variant="primary"
            >
              {consequences[kind]}
            </ReasonDialog>
          );
        }}
        empty={
          state === 'open' ? (
            <EmptyState title={t`Nothing to do`}>{t`Every refund has gone through.`}</EmptyState>
          ) : (
            <EmptyState title={t`Nothing was marked as done`}>
              {t`What you mark as done is kept here.`}
            </EmptyState>
          )
        }
        key={state}
        list={list}
        loading={{ label: t`Loading what is to be done`, rowHeight: 'h-80 sm:h-36' }}
        table={({ items, ref, ask }) => (
          <Table
            caption={state === 'open' ? t`Payment problems` : t`Finished payment problems`}
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

const events: Record<PaymentIssue['kind'], string> = textsOf({
  'refund-stuck': msg`The refund does not go through`,
  'refund-failed': msg`The buyer’s bank sent the refund back`,
  'refunded-elsewhere': msg`It was refunded in the card provider’s dashboard`,
});

const consequences: Record<PaymentIssue['kind'], string> = textsOf({
  'refund-stuck': msg`The refund does not go through. This only takes it off the list; it moves no money.`,
  'refund-failed': msg`The buyer’s bank sent the refund back. This only takes it off the list; it moves no money.`,
  'refunded-elsewhere': msg`It was refunded in the card provider’s dashboard. This only takes it off the list; it moves no money.`,
});

const columns: Column<PaymentIssue>[] = [
  {
    get header() {
      return t`Sale`;
    },
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
  {
    get header() {
      return t`Amount`;
    },
    isWhole: true,
    align: 'end',
    cell: ({ amount }) => formatBalance(amount),
  },
  {
    get header() {
      return t`What happened`;
    },
    cell: ({ kind, time, transactionId }) => (
      <>
        <span>{events[kind]}</span>
        <span className="block text-sm text-muted">
          <Moment at={time} />{' '}
          <bdi className="wrap-anywhere" dir="ltr">
            {transactionId}
          </bdi>
        </span>
      </>
    ),
  },
];

function openColumns(ask: (issue: PaymentIssue) => void): Column<PaymentIssue>[] {
  return [
    {
      header: t`To do`,
      cell: ({ kind }) => (
        <span className="inline-block text-sm @[50rem]:min-w-56">{paymentIssueTodos[kind]}</span>
      ),
    },
    {
      header: t`Action`,
      isWhole: true,
      cell: (issue) => (
        <Button onClick={() => ask(issue)} size="small" variant="primary">
          <span>{t`Mark as done`}</span>
          <span className="sr-only">{labelSeparator() + isolate(issue.name)}</span>
        </Button>
      ),
    },
  ];
}

const doneColumns: Column<PaymentIssue>[] = [
  {
    get header() {
      return t`What was done`;
    },
    cell: ({ done }) =>
      done && (
        <span className="inline-block @[50rem]:min-w-56">
          <span className="block whitespace-pre-line" dir="auto">
            {done.note}
          </span>
          <span className="block text-sm text-muted">
            <bdi>{done.by}</bdi>
            <span>{listSeparator()}</span>
            <Moment at={done.time} />
          </span>
        </span>
      ),
  },
];
