import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { requiredText } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';

// Zod would try whether it may make functions from text. It may not, and the browser reports every attempt.
z.config({ jitless: true });

/** What the buyer fills in; the rest of a booking is known. */
export const bookingForm = z.object({
  phone: requiredText(messages.required.phone, limits.buyerPhoneLength),
  location: requiredText(messages.required.location, limits.meetingPlaceLength),
});
export type BookingForm = z.infer<typeof bookingForm>;

export const returnForm = z.object({
  reason: requiredText('Say why you want to return it', limits.returnReasonLength),
});
