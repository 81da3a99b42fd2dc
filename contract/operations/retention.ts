/**
 * For how many days after the last payment what belongs to a sale is kept of a person who was removed: so long a buyer's bank
 * can take a payment back, and the shop has to show what was agreed and sent.
 */
export const settledAfterDays = 180;

/** For how many days after its end an offer has the phone number, the meeting place and the message of its buyer. */
export const endedOfferDays = 30;
