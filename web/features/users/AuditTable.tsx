import type { Ref } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { adminAreas } from '#contract/users/admin-areas.ts';
import type { AuditAction, AuditEntry } from '#contract/users/audit.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { nameAreas } from './StaffTable.tsx';

/** What was done, in a word or two. */
const actionLabels: Record<AuditAction, string> = textsOf({
  'seller-verified': msg`Verified`,
  'became-seller': msg`Became a seller`,
  'stated-private': msg`Declared: private seller`,
  'stated-trader': msg`Declared: trader`,
  'user-changed': msg`Changed`,
  'user-removed': msg`Deleted`,
  'admin-appointed': msg`Made an admin`,
  'areas-changed': msg`Areas changed`,
  'note-added': msg`Note added`,
  'product-changed': msg`Product changed`,
  'product-withdrawn': msg`Product deleted`,
  'booking-deleted': msg`Booking deleted`,
  'return-requested': msg`Return asked for`,
  'return-accepted': msg`Return accepted`,
  'return-refused': msg`Return refused`,
  'return-given-back': msg`Given back`,
  'return-sent-back': msg`Sent back`,
  'sale-handed-over': msg`Handed over`,
  'sale-permit-given': msg`Number of the permit entered`,
  'sale-sent': msg`Sent`,
  'sale-received': msg`Received`,
  'sale-cancelled': msg`Sale cancelled`,
  'sale-withdrawn-from': msg`Withdrawn from the purchase`,
  'dispute-decided': msg`Dispute decided`,
  'commission-agreed': msg`Commission agreed`,
  'payout-started': msg`Payout started`,
  'payout-paid': msg`Payout paid`,
  'payout-failed': msg`Payout failed`,
  'payment-issue-done': msg`Payment problem solved`,
  'job-run': msg`Job run`,
  'mail-resent': msg`Email sent again`,
  'mail-discarded': msg`Email discarded`,
  'mails-resent': msg`Emails sent again`,
  retried: msg`Tried again`,
  'intent-cancelled': msg`Open payment ended`,
  'records-exported': msg`Exported`,
  'person-exported': msg`Data exported`,
  'listings-imported': msg`Listings imported`,
  'messages-read': msg`Messages read`,
  'case-decided': msg`Report decided`,
  'appeal-decided': msg`Appeal decided`,
  'older-seller-told': msg`Told of a picture like theirs`,
});

const columns: readonly Column<AuditEntry>[] = [
  {
    get header() {
      return t`When`;
    },
    isWhole: true,
    cell: ({ time }) => <Moment at={time} />,
  },
  {
    get header() {
      return t`Who`;
    },
    // Admins by configuration are not made by a user.
    cell: ({ actor }) => (actor ? <Person {...actor} /> : t`The shop’s settings`),
  },
  {
    get header() {
      return t`What`;
    },
    isRowHeader: true,
    cell: (entry) => <Action {...entry} />,
  },
  {
    get header() {
      return t`Affected`;
    },
    cell: ({ subject, actor, about }) =>
      about && subject._id === actor?._id ? t`The shop itself` : <Person {...subject} />,
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
    <Table
      caption={t`Audit log`}
      columns={columns}
      ref={ref}
      rowKey={({ _id }) => _id}
      rows={entries}
    />
  );
}

/** The name breaks into lines where it must, the words before it do not. */
function Action({ action, product, about, reason }: AuditEntry) {
  return (
    <>
      <span className="whitespace-nowrap">{actionLabels[action]}</span>
      {product && <bdi className="block text-sm font-normal text-muted">{product.name}</bdi>}
      {about && (
        <span className="block text-sm font-normal text-muted">
          {action === 'areas-changed' ? areasOf(about) : about}
        </span>
      )}
      {reason && (
        <q className="block text-sm font-normal text-muted" dir="auto">
          {reason}
        </q>
      )}
    </>
  );
}

function areasOf(about: string): string {
  return nameAreas(adminAreas.filter((area) => about.split(', ').includes(area)));
}

function Person({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      <span className="block text-sm text-muted">
        <EmailText email={email} />
      </span>
    </>
  );
}
