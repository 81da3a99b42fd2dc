import { z } from 'zod';
import { defineCall } from './call.ts';
import { id, isoTime, page } from './fields.ts';

/** What is kept of an admin's work, and of what changed somebody's rights. Products are their seller's, bookings and returns their buyer's. */
export const auditActions = [
  'seller-verified',
  'user-changed',
  'user-removed',
  'admin-appointed',
  'product-changed',
  'product-withdrawn',
  'booking-deleted',
  'return-accepted',
  'return-refused',
] as const;
export type AuditAction = (typeof auditActions)[number];

const person = z.object({ _id: id, name: z.string(), email: z.string() });

export const auditEntry = z.object({
  _id: id,
  action: z.enum(auditActions),
  actor: person.optional().describe('Who did it; nobody when a setting of the shop did'),
  subject: person.describe('Whom it was done to, by the name and address of that time'),
  product: z
    .object({ _id: id, name: z.string() })
    .optional()
    .describe('Which product it was about, by its name of that time'),
  time: isoTime,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  who: 'admin',
  summary: 'List what admins did, to whom, and when',
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(auditEntry),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
