/**
 * The number of days after the last payment for which the sales of a removed person are kept: until then a buyer's bank
 * can take a payment back, and the shop has to show what was agreed and sent.
 */
export const settledAfterDays = 180;

/**
 * The number of days after its end for which an offer keeps the phone number, the meeting place and the message of its
 * buyer.
 */
export const endedOfferDays = 30;
