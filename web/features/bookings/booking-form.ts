import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { requiredLine } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

/** The fields that the buyer fills in. */
export const bookingForm = z.object({
  phone: requiredLine(messages.required.phone, limits.buyerPhoneLength),
  location: requiredLine(messages.required.location, limits.meetingPlaceLength),
});
export type BookingForm = z.infer<typeof bookingForm>;
