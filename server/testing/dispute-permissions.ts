import type { CallName } from '#contract/calls.ts';
import { sendSale } from './builders.ts';
import {
  get,
  onlyAdmin,
  type PermissionRow,
  type Statuses,
  users,
  type World,
} from './permissions.ts';

type Side = 'buyer' | 'seller';

/** The rights to open, read, answer and decide disputes: the parties of the sale, and admins who are not. */
export const disputePermissions = {
  openDispute: [
    {
      about: 'of a purchase of theirs',
      request: disputeRequest('buyer', { isOpen: false, method: 'POST' }),
      expected: parties(201, 404),
    },
    {
      about: 'of a sale of theirs',
      request: disputeRequest('seller', { isOpen: false, method: 'POST' }),
      expected: parties(404, 404),
    },
  ],
  readDispute: [
    { about: 'as buyer', request: disputeRequest('buyer'), expected: parties(200, 200) },
    { about: 'as seller', request: disputeRequest('seller'), expected: parties(200, 200) },
  ],
  addDisputeStatement: [
    { about: 'as buyer', request: statementRequest('buyer'), expected: parties(201, 201) },
    { about: 'as seller', request: statementRequest('seller'), expected: parties(201, 201) },
  ],
  decideDispute: [
    {
      request: disputeRequest('buyer', { method: 'PUT' }),
      expected: users({ buyer: 403, seller: 403, own: 403, admin: 200 }),
    },
  ],
  listPaymentIssues: [{ request: get(() => '/payment-issues'), expected: onlyAdmin }],
  finishPaymentIssue: [
    {
      request: async ({ people, own }) => {
        const { paymentId } = await people.sell(own);
        await people.deps.database.sql`
          update payments set state = 'refund-due', refund_reason = 'The sale was cancelled',
            refund_attempts = 6, refund_tried_at = now()
          where id = ${paymentId}`;
        const payload = { note: 'Refunded from the new account' };
        return { method: 'PUT', url: `/api/payment-issues/${paymentId}`, payload };
      },
      expected: onlyAdmin,
    },
  ],
  listDisputes: [{ request: get(() => '/disputes?state=open'), expected: onlyAdmin }],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

/** Others get 404, as if the object did not exist. */
function parties(own: number, admin: number): Statuses {
  return users({ buyer: 404, seller: 404, own, admin });
}

/** A sent instrument that `own` buys or sells. */
async function createSentSale({ people, own }: World, side: Side) {
  const [seller, buyer] =
    side === 'seller' ? [own, await people.buyer()] : [await people.seller(), own];
  const { bookingId } = await people.sell(seller, new Date(), buyer);
  await sendSale(people.deps.database, bookingId);
  return { buyer, bookingId };
}

interface RequestOptions {
  isOpen?: boolean;
  method?: 'GET' | 'POST' | 'PUT';
}

function disputeRequest(
  side: Side,
  { isOpen = true, method = 'GET' }: RequestOptions = {},
): PermissionRow['request'] {
  const payloads = {
    GET: {},
    POST: { payload: { reason: 'It never came' } },
    PUT: { payload: { refund: 20, goesBack: false, reason: 'It came late' } },
  };
  return async (world) => {
    const { buyer, bookingId } = await createSentSale(world, side);
    if (isOpen) await world.people.openDispute(buyer, bookingId);
    return { method, url: `/api/bookings/${bookingId}/dispute`, ...payloads[method] };
  };
}

function statementRequest(side: Side): PermissionRow['request'] {
  return async (world) => {
    const { buyer, bookingId } = await createSentSale(world, side);
    await world.people.openDispute(buyer, bookingId);
    const payload = { text: 'I have the receipt of the carrier' };
    return { method: 'POST', url: `/api/bookings/${bookingId}/dispute/statements`, payload };
  };
}
