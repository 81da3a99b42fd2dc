import { textsOf } from './language.ts';
import { msg } from './text.ts';

/** The closed sets and the numbers of the specification (sections 3, 4 and 9). */

/** The categories of a shop that names none (`contract/products/shop-categories.ts`). */
export const specifiedCategories = [
  'Brass',
  'Keyboard',
  'Woodwind',
  'String',
  'Percussion',
] as const;
/** The id of a category of the shop, which its owner may have named. */
export type Category = string;

export const conditions = ['Excellent', 'Good', 'Fair'] as const;
export type Condition = (typeof conditions)[number];

export const defaultCondition: Condition = 'Fair';

/** Whether an instrument can be played as it is: the values of an attribute of every kind. */
export const playingStates = ['ready', 'small-work', 'repair', 'parts'] as const;
export type PlayingState = (typeof playingStates)[number];

/** The certainty of the year in which an instrument was made. */
export const yearCertainties = ['exact', 'about', 'decade'] as const;
export const madeYear = { min: 1600, max: 2099 } as const;

/** The source of the kind of a listing: its seller, or its name. */
export const kindSources = ['seller', 'name'] as const;

export const roles = ['buyer', 'seller', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The display name of each role. */
export const roleNames: Record<Role, string> = textsOf({
  buyer: msg`Buyer`,
  seller: msg`Seller`,
  admin: msg`Admin`,
});

/** The audience of a page of the dashboard, when it is not for everyone; admins may open sellers' pages too. */
export type Audience = 'sellers' | 'admins';

/** The roles that can be chosen at registration; admin is not among them. */
export const registrationRoles = ['buyer', 'seller'] as const;

export const purchaseYear = { min: 1900, max: 2099, default: 2022 } as const;

export const limits = {
  nameLength: 120,
  searchLength: 100,
  personNameLength: 100,
  /** What a seller says about themselves. */
  aboutLength: 300,
  townLength: 80,
  spokenLanguages: 10,
  emailLength: 254,
  sellerPhoneLength: 13,
  buyerPhoneLength: 20,
  locationLength: 120,
  brandLength: 80,
  /** Materials at risk of one instrument. */
  materials: 8,
  papersLength: 200,
  permitNumberLength: 80,
  modelLength: 80,
  /** The length of the ids of kinds, attributes and checks. */
  kindLength: 60,
  languageTagLength: 35,
  meetingPlaceLength: 200,
  descriptionLength: 5_000,
  addressLength: 2_048,
  /** What the shop's own pages ask for at a time. */
  pageSize: 24,
  /** This is also the number without `limit`, so that a client that does not page sees whole lists of this length. */
  pageSizeMax: 100,
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 50_000_000,
  openHoldsPerBuyer: 10,
  /** One main picture and up to seven further ones. */
  picturesPerProduct: 8,
  returnReasonLength: 1_000,
  disputeTextLength: 2_000,
  carrierLength: 60,
  trackingLength: 300,
  returnPlaceLength: 300,
  cancelReasonLength: 500,
  payoutReferenceLength: 140,
  paymentIssueNoteLength: 1_000,
  /** Pictures with a return, or with one statement of a dispute. */
  evidencePictures: 6,
  parcelPictures: 3,
  /** A clip of sound or video. */
  clipBytes: 40 * 1024 * 1024,
  clipSeconds: 90,
  clipsPerProduct: 2,
  /** Clips with a return, or with one statement of a dispute. */
  evidenceClips: 3,
  messageClips: 2,
  /** What a clip sounds like, for people who cannot listen to it. */
  clipTranscriptLength: 500,
  declineReasonLength: 500,
  offerMessageLength: 500,
  removalReasonLength: 500,
  savedSearchNameLength: 120,
  savedSearchesPerUser: 50,
  /** Similar products that a product's page shows. */
  similarProducts: 8,
  /** What was sold last, on the page for sellers. */
  lateSales: 6,
  /** The most products that one request can read by their ids. */
  productsById: 12,
  messageLength: 2_000,
  /** Pictures with one message. */
  messagePictures: 4,
  blocksPerUser: 1_000,
  reviewLength: 2_000,
  reportLength: 5_000,
  reportLawLength: 200,
  verificationTextLength: 1_000,
  /** Pictures and links together. */
  verificationPieces: 3,
  verificationLinkLength: 300,
  categoriesPerShop: 24,
  categoryIdLength: 40,
  zonesPerShop: 20,
  carriersPerShop: 30,
  zoneIdLength: 40,
  addressLineLength: 100,
  addressLines: 3,
  postcodeLength: 20,
  cityLength: 100,
  traderNameLength: 200,
  traderAddressLength: 400,
  traderFieldLength: 100,
  vatNumberLength: 40,
} as const;

/** Matches of a search are counted up to this number; beyond it a reply says that there are more. */
export const countLimit = 1_000;

/** New matches of a saved search are counted up to this number. */
export const newMatchLimit = 20;

/** The reasons for which the shop mails news: saved searches and the wishlist. */
export const newsTopics = ['searches', 'wishlist'] as const;

/** The mails that each user can switch off: news, and that there are messages to read. */
export const alertTopics = [...newsTopics, 'messages'] as const;
export type AlertTopic = (typeof alertTopics)[number];

/** The number of characters of a description on a card. */
export const previewLength = 100;

/** Days within which a buyer may return an instrument for a full refund, unless the owner says otherwise (`RETURN_DAYS`). */
export const defaultReturnDays = 3;

/** The days that a seller needs to send what was paid, after which the buyer may cancel. */
export const dispatchTerms = { defaultDays: 3, maxDays: 14 } as const;

/** The days over which the views of a listing are counted. */
export const viewDays = 30;

/** How many listings are read with their figures at once, at the most. */
export const figuresAtOnce = 50;

/** How it is measured how soon a seller answers and sends. */
export const sellerMeasureTerms = {
  days: 90,
  atLeast: 3,
  /** A first question that was not answered for so long counts with the time that has passed. */
  unansweredAfterDays: 7,
} as const;

/** When a lower price is called a drop, and for how long. */
export const priceDropTerms = {
  /** By so much at least, compared with the lowest price of `comparedDays`. */
  leastPercent: 5,
  comparedDays: 30,
  /** A price that is corrected soon after the listing is none. */
  listedDays: 3,
  shownDays: 14,
} as const;

/** Days for which a seller who was asked whether they are a trader can list without an answer. */
export const traderAnswerDays = 30;

/** The times of a sale after its payment (docs/states.md). */
export const saleTimes = {
  /** Days after the payment from which the buyer of an instrument that was not handed over may cancel; of one to be sent, its seller says how many. */
  cancelAfterDays: 14,
  /** Days after the payment until which the seller enters the number of a permit; without it the sale is cancelled. */
  permitDays: 60,
  /** Days before that on which both sides are reminded. */
  permitReminderDays: 7,
  /** Days after shipping from which an instrument counts as received. */
  receivedAfterDays: 14,
  /** Days after which a return that the seller does not answer counts as accepted. */
  returnAcceptedAfterDays: 5,
  /** Days within which an accepted return is brought or sent back. */
  giveBackDays: 14,
  /** Days after which a seller's silence about what was sent back, or where it goes, opens a dispute. */
  sentBackDays: 7,
  /** Days for which the money stays pending when a return was not given back in time. */
  lapsedDays: 3,
} as const;

/** Wrong handover codes, or codes for giving back, that a booking takes within an hour. */
export const wrongCodesPerHour = 5;

/** After so many minutes a hold has the telephone number of the seller; a paid booking has it immediately. */
export const numberAfterMinutes = 10;

/** After a hold, its buyer cannot hold the same instrument again for this long unless another user has in between. */
export const rebookAfterHours = 24;

/** When the two sides of a sale can no longer write to each other. */
export const threadTimes = { openDaysAfterSale: 90 } as const;

/** The number of people to whom a user can write, so that no one floods the shop with the same offer. */
export const threadLimits = {
  perDay: 20,
  /** The limits of accounts younger than a day. */
  newAccount: { threads: 5, minutes: 30 },
  sameTextPeoplePerDay: 5,
  /** The limits of one person in one thread. */
  messagesPerHour: 60,
} as const;

/** The number of bookings and offers that a user can make within a day before anything is paid. */
export const approachLimits = {
  perDay: 20,
  perSellerDaily: 5,
  /** From an account whose email is not confirmed. */
  unconfirmedPerDay: 3,
} as const;

/** Statements of one side in a dispute within a day. */
export const statementsPerDay = 10;

/** When the two sides of a sale can review each other (docs/states.md). */
export const reviewTerms = {
  /** Days after the end of the sale, without the time for which a dispute was open. */
  days: 14,
  /** So many reviews make an average that is shown. */
  shownFrom: 3,
} as const;

/** What an offer for an instrument is limited to (docs/states.md). */
export const offerTerms = {
  /** Hours that each side has to answer. */
  turnHours: 48,
  /** Amounts that each side can name in one offer. */
  rounds: 3,
  /** Offers of a buyer for one instrument, in all. */
  perProduct: 3,
  /** Offers of a buyer that are not answered yet. */
  livePerBuyer: 3,
  /** So many accepted offers that their buyer did not pay, within so many days, … */
  unpaid: 3,
  unpaidWithinDays: 90,
  /** … bar the buyer from making offers for so many days. */
  barDays: 30,
} as const;

/** Days for which a booking that ended without the buyer's doing stays in the buyer's list. */
export const endedBookingDays = 30;

/** The local storage key of the access token. */
export const accessTokenKey = 'accessToken';

export const toastMs = { default: 4_000, success: 2_000, error: 4_000 } as const;
export const toastsAtOnce = 20;

/** Caching and retries of reads in the browser. */
export const readCache = {
  freshMs: 5 * 60_000,
  retries: 3,
  firstDelayMs: 1_000,
  longestDelayMs: 30_000,
} as const;

/** The timeout for loading a page's script. */
export const chunkTimeoutMs = 120_000;

/** Renewal of identity tokens in the browser (section 9). */
export const identityTiming = {
  renewBeforeEndMs: 5 * 60_000,
  /** Remaining lifetime at which a token counts as expired. */
  expiredWithinMs: 30_000,
  timeoutMs: { desktop: 30_000, mobile: 60_000 },
} as const;

/** The Google sign-in popup, in pixels. */
export const signInWindow = { width: 500, height: 600 } as const;

/** The base path of the API. A client of the specification configures this and nothing else. */
export const apiBase = '/api';

/** The address of the service worker, which is also the folder below which pages have it. */
export const workerPath = '/service-worker.js';

/** The count of what waits for a user stops here. */
export const maxTaskCount = 100;
