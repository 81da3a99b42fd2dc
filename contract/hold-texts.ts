import type { ReleaseReason } from './states.ts';

/** Why a hold ended, in a sentence for its buyer and its seller. Apart from `messages.ts`, because the first page does not need it. */
export const holdEndedTexts: Record<ReleaseReason, string> = {
  expired: 'It was not paid for in time.',
  cancelled: 'The booking was deleted.',
  deleted: 'The shop has deleted the booking.',
  declined: 'The seller has declined the booking.',
  withdrawn: 'The seller has taken it off sale.',
  removed: 'The account that booked it was closed.',
};
