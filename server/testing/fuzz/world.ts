import type { LightMyRequestResponse } from 'fastify';
import { identityBase } from '#contract/identity/identity-paths.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { addImage } from '../builders.ts';
import { clipUploader } from '../clip-uploads.ts';
import { permittedAddress } from '../delivery-permissions.ts';
import { addressOf } from '../selling.ts';
import { newEmail, type SignedIn, testPassword } from '../sign-up.ts';
import type { TestShop } from '../test-shop.ts';
import { afterSaleCalls, isLeftOut, type SaleStage, stageAfter } from './after-sale-calls.ts';
import { fittingListingValue } from './listing-values.ts';
import type { Draft } from './operations.ts';

interface Product {
  id: string;
  seller: KnownUser;
  price: number;
  /** What shipping costs; undefined when it is for pickup alone. */
  shipping: number | undefined;
}

interface Booking extends Product {
  productId: string;
  buyer: KnownUser;
  isShipped: boolean;
  /** With shipping. */
  total: number;
  isCharged: boolean;
  /** Undefined until it is paid. */
  stage?: SaleStage;
  intent?: { clientSecret: string; transactionId: string };
}

interface Thread {
  id: string;
  buyer: KnownUser;
  lastMessageId?: string;
}

interface Block {
  id: string;
  blocker: KnownUser;
}

interface Offer extends Product {
  buyer: KnownUser;
  /** All amounts in their order; the sides alternate. */
  amounts: number[];
}

/** What a draft is about: who sends it, and one of each thing that exists. */
export interface Subject {
  actor: KnownUser | undefined;
  product: Product | undefined;
  booking: Booking | undefined;
  offer: Offer | undefined;
}

/** Larger pools would only make requests rarer that meet each other. */
const poolSize = 400;

export type FuzzWorld = Awaited<ReturnType<typeof createFuzzWorld>>;

/** The people, products and bookings that drafts are about. It learns from the replies what exists. */
export async function createFuzzWorld(shop: TestShop) {
  const makePeople = (count: number, role: KnownUser['role']) =>
    Promise.all(Array.from({ length: count }, () => shop.make.user({ role })));
  const sellers = await makePeople(6, 'seller');
  const buyers = await makePeople(60, 'buyer');
  const [admin] = await makePeople(1, 'admin');
  const spare = await makePeople(40, 'seller');
  // A picture belongs to the seller who uses it first.
  const pictures = new Map(
    await Promise.all(
      sellers.map(async ({ id }) => [id, addressOf(await addImage(shop.database))] as const),
    ),
  );
  const picture = addressOf(await addImage(shop.database));
  const uploadClip = clipUploader(() => shop);
  const clips = new Map<string, string>();
  // One after the other: few are processed at once.
  for (const user of [...sellers, ...buyers.slice(0, 10)]) {
    clips.set(user.id, (await uploadClip(user)).clip.url);
  }
  const identities = await Promise.all([1, 2, 3].map(() => shop.signUp(newEmail())));
  const free: Product[] = [];
  const bookings: Booking[] = [];
  const offers: Offer[] = [];
  const wishes: string[] = [];
  const payouts: string[] = [];
  const threads: Thread[] = [];
  const blocks: Block[] = [];
  const tokens = new Map<string, { header: { authorization: string }; untilMs: number }>();

  const at = <Item>(items: readonly Item[], number: number) => items[number % items.length];

  /** The sender for whom a fitting request may succeed. */
  function actorOf({ operation: { name, path }, subject }: Draft, found: Subject) {
    if (name === 'listProduct') return at(sellers, subject);
    if (/^(bookItem|makeOffer|wishProduct|startThread)$/.test(name)) return at(buyers, subject);
    if (path.startsWith('/threads/')) return at(threads, subject)?.buyer;
    if (path.startsWith('/blocks/')) return at(blocks, subject)?.blocker;
    if (name === 'answerOffer') return found.offer && sideToAnswer(found.offer);
    const side = afterSaleCalls[name]?.by;
    if (side) return side === 'admin' ? admin : found.booking?.[side];
    if (path.includes('/bookings/{id}') || path.endsWith('-payment-intent')) {
      return found.booking?.buyer;
    }
    if (name === 'recordPayment') return found.booking?.buyer;
    if (path.endsWith('/products/{id}')) return found.product?.seller;
    if (adminCalls.test(name)) return admin;
    return at(/Payout/.test(name) ? sellers : [...sellers, ...buyers], subject);
  }

  function subjectOf(draft: Draft): Subject {
    const { name } = draft.operation;
    const stages = afterSaleCalls[name]?.at;
    const wantsIntent = /^(confirmCard|recordPayment)$/.test(name);
    const fitting = bookings.filter(
      ({ stage, intent, isCharged, isShipped }) =>
        (stages ? stage && stages.includes(stage) : !stage) &&
        (name !== 'meetInstead' || isShipped) &&
        (!wantsIntent || (intent && isCharged === (name === 'recordPayment'))),
    );
    const found: Subject = {
      actor: undefined,
      product: at(free, draft.subject),
      booking: at(fitting, draft.subject),
      offer: at(offers, draft.subject),
    };
    const isStranger = draft.mode === 'wild' && draft.roll < 60;
    found.actor = isStranger ? at([...sellers, ...buyers], draft.actor) : actorOf(draft, found);
    return found;
  }

  /** The value that fits the subject where the schema alone cannot know it. */
  function fittingField(name: string, draft: Draft, found: Subject): unknown {
    const { actor, product, booking, offer } = found;
    const { path, name: operation } = draft.operation;
    const identity = at(identities, draft.subject) as SignedIn;
    const takesIdentity =
      path.includes('/auth/') || /^(issueAccessToken|createUser)$/.test(operation);
    const ids: [string, unknown][] = [
      ['/products/', product?.id],
      ['/bookings/', booking?.id],
      ['/offers/', offer?.id],
      ['/wishlist/', at(wishes, draft.subject)],
      ['/sandbox-cards/', booking?.intent?.transactionId],
      ['/users/{id}/', actor?.id],
      ['/payouts/', at(payouts, draft.subject)],
      ['/threads/', at(threads, draft.subject)?.id],
      ['/blocks/', at(blocks, draft.subject)?.id],
    ];
    // Null leaves the field out.
    if (isLeftOut(draft, name)) return null;
    const known: Record<string, () => unknown> = {
      id: () => ids.find(([part]) => path.includes(part))?.[1] ?? at(spare, draft.subject)?.id,
      name: () => (path.includes('/category/') ? 'Brass' : undefined),
      email: () =>
        takesIdentity
          ? identity.email
          : operation === 'verifySeller'
            ? null
            : operation === 'startPayout'
              ? at(sellers, draft.subject)?.email
              : actor?.email,
      delivery: () => fittingDelivery(draft, product),
      buyerEmail: () => actor?.email,
      sellerEmail: () => actor?.email,
      productId: () =>
        /^(bookItem|makeOffer|startThread)$/.test(operation) ? product?.id : booking?.productId,
      bookingId: () => (operation === 'startThread' ? null : booking?.id),
      readTo: () => at(threads, draft.subject)?.lastMessageId,
      userId: () => at(spare, draft.subject)?.id,
      transactionId: () => booking?.intent?.transactionId,
      clientSecret: () => booking?.intent?.clientSecret,
      price: () =>
        operation === 'bookItem'
          ? product?.price
          : operation === 'listProduct'
            ? ((draft.subject % 100_000_000) + 1) / 100
            : booking?.total,
      amount: () =>
        operation === 'answerOffer' ? offer && amountToAnswer(offer, draft) : half(product?.price),
      state: () => (operation === 'answerOffer' ? answerOf(draft) : undefined),
      leastOffer: () => 0.01,
      originalPrice: () => ((draft.actor % 100_000_000) + 1) / 100,
      year: () => 1900 + (draft.subject % 200),
      number: () => (operation === 'changePayoutAccount' ? '12345678' : '555-0101'),
      code: () => booking && shop.saleCodes.codeOf(codePurpose(operation), booking.id),
      refund: () => booking && Math.floor(booking.price * 50) / 100,
      phone: () => '555-0199',
      limit: () => 1 + (draft.subject % 100),
      image: () => pictures.get(actor?.id ?? '') ?? picture,
      images: () => [pictures.get(actor?.id ?? '') ?? picture],
      clips: () => clipsOf(actor?.id),
      password: () => testPassword,
      currentPassword: () => testPassword,
      newPassword: () => testPassword,
      card: () => ({
        number: '4242424242424242',
        expMonth: 12,
        expYear: new Date().getUTCFullYear() + 2,
        cvc: '123',
      }),
      billing: () => ({ name: 'Bea Buyer', email: 'bea@reprise.test' }),
    };
    return (known[name] ?? (() => fittingListingValue(name, draft)))();
  }

  /** The clip of a user, or none. */
  function clipsOf(userId = '') {
    const url = clips.get(userId);
    return url === undefined ? [] : [{ url, transcript: 'A scale' }];
  }

  function learnFrom(
    draft: Draft,
    { actor, product, booking, offer }: Subject,
    response: LightMyRequestResponse,
  ): void {
    const body: unknown = response.json();
    const reply = (typeof body === 'object' && body !== null ? body : {}) as Record<string, string>;
    const { name, path } = draft.operation;
    if (name === 'listProduct' && actor && reply.insertedId) {
      const { shipping } = sentDelivery(draft) ?? {};
      const { everywhere } = shipping ?? {};
      put(free, {
        id: reply.insertedId,
        seller: actor,
        price: sentPrice(draft),
        shipping: everywhere,
      });
    }
    if (name === 'bookItem' && actor && product && reply.insertedId) {
      drop(free, product);
      const { id: productId, seller, price, shipping } = product;
      const isShipped = sentDelivery(draft, product)?.zone !== undefined;
      const shippingPaid = isShipped ? (shipping ?? 0) : 0;
      const id = reply.insertedId;
      put(bookings, {
        id,
        productId,
        seller,
        price,
        shipping,
        isShipped,
        total: Math.round((price + shippingPaid) * 100) / 100,
        buyer: actor,
        isCharged: false,
      });
    }
    if (name === 'makeOffer' && actor && product && reply.state === 'open' && reply.insertedId) {
      put(offers, {
        ...product,
        id: reply.insertedId,
        buyer: actor,
        amounts: [half(product.price) ?? 0],
      });
    }
    if (name === 'answerOffer' && offer && response.statusCode === 200) {
      if (answerOf(draft) === 'countered') offer.amounts.push(amountToAnswer(offer, draft));
      else drop(offers, offer);
    }
    if (name === 'withdrawProduct' && product) drop(free, product);
    if (name === 'releaseBooking' && booking) {
      drop(bookings, booking);
      put(free, { ...booking, id: booking.productId });
    }
    if (name === 'createPaymentIntent' && booking && reply.clientSecret && reply.transactionId) {
      const { clientSecret, transactionId } = reply;
      booking.intent = { clientSecret, transactionId };
    }
    if (name === 'confirmCard' && booking) booking.isCharged = true;
    if (name === 'recordPayment' && booking) booking.stage = 'awaiting';
    const stage = stageAfter(draft);
    if (booking && stage) booking.stage = stage;
    if (name === 'startThread' && actor && reply.insertedId) {
      put(threads, { id: reply.insertedId, buyer: actor });
    }
    const thread = at(threads, draft.subject);
    if (name === 'sendMessage' && thread && reply.insertedId) {
      thread.lastMessageId = reply.insertedId;
    }
    if (name === 'blockUser' && actor && reply.insertedId) {
      put(blocks, { id: reply.insertedId, blocker: actor });
    }
    if (name === 'startPayout' && reply.insertedId) put(payouts, reply.insertedId);
    if (name === 'listWishlist' && Array.isArray(body)) {
      for (const { _id } of body) put(wishes, _id);
    }
    if (path.startsWith(identityBase)) learnSession(draft, response);
  }

  /** Signing out ends a session, and signing in begins another. */
  function learnSession(draft: Draft, { headers, json }: LightMyRequestResponse): void {
    const identity = at(identities, draft.subject);
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
    if (!identity) return;
    if (cookies.length > 0) identity.cookie = cookies.join('; ');
    const token = draft.operation.path.endsWith('/token') ? json().token : undefined;
    if (typeof token === 'string') identity.identity = { authorization: `Bearer ${token}` };
  }

  /** A token is good for an hour, which is less than a long run takes. */
  async function tokenOf(actor: KnownUser): Promise<{ authorization: string }> {
    const known = tokens.get(actor.id);
    if (known && known.untilMs > Date.now()) return known.header;
    const header = await shop.as(actor);
    tokens.set(actor.id, { header, untilMs: Date.now() + 1_800_000 });
    return header;
  }

  return {
    subjectOf,
    tokenOf,
    fittingField,
    learnFrom,
    identityOf: ({ subject }: Draft) => at(identities, subject) as SignedIn,
  };
}

const adminCalls =
  /^(list(Users|Audit|Returns|Disputes|PaymentIssues|Payouts|Ledger|Differences)|read(Balances|BankFile)|startPayout|changePayout|verifySeller|removeUser|removeUserForReason)$/;

const codePurpose = (operation: string) => (operation === 'handOver' ? 'handover' : 'giving-back');

/** The buyer has named the first amount. */
const sideToAnswer = ({ amounts, seller, buyer }: Offer) =>
  amounts.length % 2 === 1 ? seller : buyer;

const answerOf = ({ roll }: Draft) => (['countered', 'accepted', 'declined'] as const)[roll % 3];

/** What was named last is accepted, and what lies in the middle is a counter. */
function amountToAnswer({ amounts, price }: Offer, draft: Draft): number {
  const last = amounts.at(-1) ?? 0;
  if (answerOf(draft) !== 'countered') return last;
  return Math.round((last + (amounts.at(-2) ?? price)) * 50) / 100;
}

interface Delivery {
  pickup?: true;
  /** Of a listing. */
  shipping?: { everywhere: number };
  /** Of a booking. */
  zone?: 'everywhere';
  address?: typeof permittedAddress;
}

/** Listings can be fetched and often sent; some bookings say how, by shipping where there is any. Null says nothing. */
function fittingDelivery({ operation, roll }: Draft, product?: Product): Delivery | null {
  const isListing = operation.name === 'listProduct' || operation.name === 'changeProduct';
  if (!isListing && product?.shipping !== undefined) {
    return { zone: 'everywhere', address: permittedAddress };
  }
  if (roll < 40) return null;
  return isListing ? { pickup: true, shipping: { everywhere: roll % 7 } } : { pickup: true };
}

/** What the request said; it leaves the field out with an even roll. */
function sentDelivery(draft: Draft, product?: Product): Delivery | null {
  const { roll = 0 } = draft.values['body delivery'] ?? {};
  return roll % 2 === 0 ? null : fittingDelivery(draft, product);
}

function half(price: number | undefined): number | undefined {
  return price === undefined ? undefined : Math.floor(price * 50) / 100;
}

/** What the listing asked for; `fittingField` made it. */
function sentPrice({ subject }: Draft): number {
  return ((subject % 100_000_000) + 1) / 100;
}

function put<Item>(pool: Item[], item: Item): void {
  if (pool.push(item) > poolSize) pool.shift();
}

function drop<Item>(pool: Item[], item: Item): void {
  const index = pool.indexOf(item);
  if (index >= 0) pool.splice(index, 1);
}
