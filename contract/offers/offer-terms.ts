/* What pages need of offers apart from their schemas. */

/** The two sides of an offer. */
export const offerSides = ['buyer', 'seller'] as const;
export type OfferSide = (typeof offerSides)[number];

/** What an answer to an offer does. `countered` names another amount, whichever side does. */
export const offerAnswers = ['accepted', 'countered', 'declined', 'withdrawn'] as const;
export type OfferAnswer = (typeof offerAnswers)[number];
