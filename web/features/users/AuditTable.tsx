import type { Ref } from 'react';
import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

/** What was done, in a word or two. */
const actionLabels: Record<AuditAction, string> = {
  'seller-verified': 'Verified',
  'became-seller': 'Became a seller',
  'user-changed': 'Changed',
  'user-removed': 'Deleted',
  'admin-appointed': 'Made an admin',
  'product-changed': 'Product changed',
  'product-withdrawn': 'Product deleted',
  'booking-deleted': 'Booking deleted',
  'return-requested': 'Return asked for',
  'return-accepted': 'Return accepted',
  'return-refused': 'Return refused',
  'return-given-back': 'Given back',
  'sale-handed-over': 'Handed over',
  'sale-sent': 'Sent',
  'sale-received': 'Received',
  'sale-cancelled': 'Sale cancelled',
  'dispute-decided': 'Dispute decided',
  'payout-started': 'Payout started',
  'payout-paid': 'Payout paid',
  'payout-failed': 'Payout failed',
  'payment-issue-done': 'Payment looked at',
  'job-run': 'Job run',
  'mail-resent': 'Mail sent again',
  'mail-discarded': 'Mail discarded',
  'mails-resent': 'Mails sent again',
  retried: 'Tried again',
  'intent-cancelled': 'Open payment ended',
  'records-exported': 'Exported',
  'person-exported': 'Data exported',
  'listings-imported': 'Listings imported',
  'messages-read': 'Messages read',
};

const columns: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    isWhole: true,
    cell: ({ time }) => <Moment at={time} />,
  },
  {
    header: 'Who',
    // Admins by configuration are made by nobody in particular.
    cell: ({ actor }) => (actor ? <Person {...actor} /> : 'The shop’s settings'),
  },
  { header: 'What', isRowHeader: true, cell: (entry) => <Action {...entry} /> },
  {
    header: 'Whom',
    cell: ({ subject, actor, about }) =>
      about && subject._id === actor?._id ? 'The shop itself' : <Person {...subject} />,
  },
];

/** Entries of the audit, newest first. */
export function AuditTable({
  entries,
  ref,
}: {
  entries: readonly AuditEntry[];
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <Table caption="Audit" columns={columns} ref={ref} rowKey={({ _id }) => _id} rows={entries} />
  );
}

/** The name breaks into lines where it must, the words before it do not. */
function Action({ action, product, about, reason }: AuditEntry) {
  return (
    <>
      <span className="whitespace-nowrap">{actionLabels[action]}</span>
      {product && <span className="block text-sm font-normal text-muted">{product.name}</span>}
      {about && <span className="block text-sm font-normal text-muted">{about}</span>}
      {reason && <q className="block text-sm font-normal text-muted">{reason}</q>}
    </>
  );
}

function Person({ name, email }: { name: string; email: string }) {
  return (
    <>
      <span>{name}</span>
      <span className="block text-sm text-muted">
        <EmailText email={email} />
      </span>
    </>
  );
}
