import { z } from 'zod';
import { auditActions } from './audit.ts';
import { defineCall } from './call.ts';
import { id, isoTime } from './fields.ts';
import {
  bookingStates,
  paymentStates,
  productStatuses,
  releaseReasons,
  returnStates,
} from './states.ts';
import { user } from './users.ts';

const dollars = z.number().describe('Dollars');

/** Everything that the shop stores about one person, and nothing about anybody else. */
export const userExport = z.object({
  time: isoTime.describe('When this was put together'),
  user,
  products: z.array(
    z.object({
      _id: id,
      name: z.string(),
      price: dollars,
      originalPrice: dollars.optional(),
      category: z.string().optional(),
      condition: z.string(),
      number: z.string(),
      location: z.string(),
      description: z.string(),
      year: z.number().int(),
      image: z.string(),
      images: z.array(z.string()).describe('All its pictures; `image` is the first'),
      status: z.enum(productStatuses),
      time: isoTime,
      withdrawnAt: isoTime.optional(),
    }),
  ),
  bookings: z.array(
    z.object({
      _id: id,
      productId: id,
      name: z.string(),
      price: dollars,
      phone: z.string(),
      location: z.string(),
      state: z.enum(bookingStates),
      time: isoTime,
      paidAt: isoTime.optional(),
      releasedAt: isoTime.optional(),
      releaseReason: z.enum(releaseReasons).optional(),
      releaseNote: z.string().optional().describe('What the seller or the shop gave as the reason'),
      returnedAt: isoTime.optional(),
    }),
  ),
  sales: z
    .array(
      z.object({
        _id: id,
        productId: id,
        name: z.string(),
        price: dollars,
        state: z.enum(bookingStates),
        time: isoTime,
        paidAt: isoTime.optional(),
      }),
    )
    .describe('What others booked of theirs, without who it was'),
  payments: z.array(
    z.object({
      _id: id,
      bookingId: id,
      price: dollars,
      transactionId: z.string(),
      state: z.enum(paymentStates),
      time: isoTime,
      refundedAt: isoTime.optional(),
    }),
  ),
  returns: z.array(
    z.object({
      _id: id,
      bookingId: id,
      reason: z.string(),
      state: z.enum(returnStates),
      time: isoTime,
      decidedAt: isoTime.optional(),
      refundedAt: isoTime.optional(),
    }),
  ),
  wishlist: z.array(
    z.object({ _id: id, productId: id, name: z.string(), price: dollars, time: isoTime }),
  ),
  alerts: z
    .array(z.object({ _id: id, productId: id, name: z.string(), time: isoTime }))
    .describe('Products about which they asked for a mail when they are free again'),
  history: z
    .array(z.object({ action: z.enum(auditActions), time: isoTime }))
    .describe('What admins did about them'),
});
export type UserExport = z.infer<typeof userExport>;

export const exportUser = defineCall({
  method: 'GET',
  path: '/users/{id}/export',
  who: 'user',
  rule: 'that user',
  summary: 'Export everything that the shop stores about you',
  params: z.strictObject({ id }),
  status: 200,
  reply: userExport,
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
