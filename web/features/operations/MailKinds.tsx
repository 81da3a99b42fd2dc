import type { Queues } from '#contract/operations/retries.ts';
import { plural, t } from '#contract/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { ActionButton } from './ActionButton.tsx';
import { mailKindLabels } from './mail-kind-labels.ts';
import { resendMailsMutation } from './queries.ts';

type KindRow = Queues['mailKinds'][number];

/**
 * The numbers of mails of each kind that wait, are tried again or were given up, with a button that sends the kind
 * again.
 */
export function MailKinds({ kinds }: { kinds: readonly KindRow[] }) {
  return (
    <Table caption={t`Emails by kind`} columns={columns} rowKey={({ kind }) => kind} rows={kinds} />
  );
}

/** At most 1,000 of a state are counted. */
const countOf = (count: number) => (count > 1_000 ? t`More than 1,000` : formatNumber(count));

const columns: Column<KindRow>[] = [
  {
    get header() {
      return t`Kind of email`;
    },
    isRowHeader: true,
    cell: ({ kind }) => mailKindLabels[kind],
  },
  {
    get header() {
      return t`Waiting`;
    },
    align: 'end',
    isWhole: true,
    cell: ({ waiting }) => countOf(waiting),
  },
  {
    get header() {
      return t`Tried again`;
    },
    align: 'end',
    isWhole: true,
    cell: ({ retrying }) => countOf(retrying),
  },
  {
    get header() {
      return t`Given up`;
    },
    align: 'end',
    isWhole: true,
    cell: (row) => countOf(row['given-up']),
  },
  {
    get header() {
      return t`Action`;
    },
    cell: (row) => <SendAll {...row} />,
  },
];

function SendAll(row: KindRow) {
  const state = row['given-up'] > 0 ? 'given-up' : 'retrying';
  if (row[state] === 0) return <span className="text-muted">{t`They are sent automatically`}</span>;
  const label = mailKindLabels[row.kind];
  return (
    <ActionButton
      label={state === 'given-up' ? t`Send those given up again` : t`Send them now`}
      mutation={resendMailsMutation()}
      of={label}
      success={({ modifiedCount, hasMore }) =>
        hasMore
          ? t`${plural(modifiedCount, { one: '# email is sent again', other: '# emails are sent again' })}. Press again for the rest`
          : t`${plural(modifiedCount, { one: '# email is sent again', other: '# emails are sent again' })}`
      }
      unchanged={t`They are already being sent again`}
      variables={{ kind: row.kind, state }}
    />
  );
}
