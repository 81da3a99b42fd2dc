import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, isoTime, page } from '#contract/fields.ts';

/**
 * The audit log: what admins did, and what changed a user's rights, such as a buyer's withdrawal. A product's subject
 * is its seller, a booking's or return's its buyer.
 */
export const auditActions = [
  'seller-verified',
  'became-seller',
  'stated-private',
  'stated-trader',
  'user-changed',
  'user-removed',
  'admin-appointed',
  'areas-changed',
  'note-added',
  'product-changed',
  'product-withdrawn',
  'booking-deleted',
  'return-requested',
  'return-accepted',
  'return-refused',
  'return-given-back',
  'return-sent-back',
  'sale-handed-over',
  'sale-permit-given',
  'sale-sent',
  'sale-received',
  'sale-cancelled',
  'sale-withdrawn-from',
  'dispute-decided',
  'commission-agreed',
  'payout-started',
  'payout-paid',
  'payout-failed',
  'payment-issue-done',
  'job-run',
  'mail-resent',
  'mail-discarded',
  'mails-resent',
  'retried',
  'intent-cancelled',
  'records-exported',
  'person-exported',
  'listings-imported',
  'messages-read',
  'case-decided',
  'appeal-decided',
  'older-seller-told',
] as const;
export type AuditAction = (typeof auditActions)[number];

const person = z.object({ _id: id, name: z.string(), email: z.string() });

export const auditEntry = z.object({
  _id: id,
  action: z.enum(auditActions),
  actor: person.optional().describe('Who did it; missing when a setting of the shop did'),
  subject: person.describe('The affected person, with name and address at that time'),
  product: z
    .object({ _id: id, name: z.string() })
    .optional()
    .describe('The affected product, with its name at that time'),
  about: z
    .string()
    .optional()
    .describe(
      'The job, the kind of mail or the payment, of what concerns the shop and no person; the areas that an admin has now',
    ),
  reason: z
    .string()
    .optional()
    .describe(
      'What the admin told the affected person, noted about a payment or a removal, or took out of the shop',
    ),
  time: isoTime,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  who: 'admin',
  area: 'shop',
  summary: 'List what admins did, to whom, and when',
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(auditEntry),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
