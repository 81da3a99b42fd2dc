import type { Queues } from '#contract/retries.ts';
import { formatNumber } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { ActionButton } from './ActionButton.tsx';
import { mailKindLabels } from './mail-kind-labels.ts';
import { resendMailsMutation } from './queries.ts';

type KindRow = Queues['mailKinds'][number];

/** How many mails of each kind wait, are tried again or were given up, with a button that sends the kind again. */
export function MailKinds({ kinds }: { kinds: readonly KindRow[] }) {
  return (
    <Table caption="Emails by kind" columns={columns} rowKey={({ kind }) => kind} rows={kinds} />
  );
}

/** At most 1,000 of a state are counted. */
const countOf = (count: number) => (count > 1_000 ? 'More than 1,000' : formatNumber(count));

const columns: Column<KindRow>[] = [
  { header: 'Kind of email', isRowHeader: true, cell: ({ kind }) => mailKindLabels[kind] },
  { header: 'Waiting', align: 'end', isWhole: true, cell: ({ waiting }) => countOf(waiting) },
  {
    header: 'Tried again',
    align: 'end',
    isWhole: true,
    cell: ({ retrying }) => countOf(retrying),
  },
  {
    header: 'Given up',
    align: 'end',
    isWhole: true,
    cell: (row) => countOf(row['given-up']),
  },
  { header: 'Action', cell: (row) => <SendAll {...row} /> },
];

function SendAll(row: KindRow) {
  const state = row['given-up'] > 0 ? 'given-up' : 'retrying';
  if (row[state] === 0) return <span className="text-muted">They are sent automatically</span>;
  const label = mailKindLabels[row.kind];
  return (
    <ActionButton
      label={state === 'given-up' ? 'Send those given up again' : 'Send them now'}
      mutation={resendMailsMutation()}
      of={label}
      success={({ modifiedCount, hasMore }) =>
        `${formatNumber(modifiedCount)} ${modifiedCount === 1 ? 'email is' : 'emails are'} sent again${hasMore ? '. Press again for the rest' : ''}`
      }
      unchanged="They are already being sent again"
      variables={{ kind: row.kind, state }}
    />
  );
}
