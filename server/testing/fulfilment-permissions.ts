import type { InjectOptions } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { daysAgo } from './people.ts';
import { type PermissionRow, users, type World } from './permissions.ts';

const parcel = { carrier: 'Royal Mail' };

/** The rights to a paid instrument on its way to the buyer. Everyone else gets 404. */
export const fulfilmentPermissions = {
  handOver: [
    { about: 'of an own purchase', request: handoverRequest(bought), expected: side(404) },
    { about: 'of an own sale', request: handoverRequest(sold), expected: side(200) },
  ],
  givePermit: [
    { about: 'of an own purchase', request: permitRequest('buyer'), expected: side(404) },
    { about: 'of an own sale', request: permitRequest('seller'), expected: side(200) },
  ],
  markSent: [
    { about: 'of an own purchase', request: request(bought, 'sent', parcel), expected: side(404) },
    { about: 'of an own sale', request: request(sold, 'sent', parcel), expected: side(200) },
  ],
  meetInstead: [
    { about: 'of an own purchase', request: meetingRequest('buyer'), expected: side(200) },
    { about: 'of an own sale', request: meetingRequest('seller'), expected: side(200) },
  ],
  confirmReceipt: [
    { about: 'of an own purchase', request: request(bought, 'received', {}), expected: side(200) },
    { about: 'of an own sale', request: request(sold, 'received', {}), expected: side(404) },
  ],
  readSoldSerial: [
    {
      about: 'of an own purchase',
      request: async (world) => ({
        url: `/api/bookings/${(await bought(world)).bookingId}/serial`,
      }),
      expected: side(200),
    },
    {
      about: 'of an own sale',
      request: async (world) => ({ url: `/api/bookings/${(await sold(world)).bookingId}/serial` }),
      expected: side(404),
    },
  ],
  traceSale: [
    { about: 'of an own purchase', request: traceRequest('buyer'), expected: side(200) },
    { about: 'of an own sale', request: traceRequest('seller'), expected: side(200) },
  ],
  approveSale: [
    {
      about: 'of an own purchase',
      request: request(received, 'approval', {}),
      expected: side(200),
    },
    { about: 'of an own sale', request: request(sold, 'approval', {}), expected: side(404) },
  ],
  cancelSale: [
    {
      about: 'of an own purchase',
      request: request(bought, 'cancel', { reason: 'It never came' }),
      expected: side(409, 200),
    },
    {
      about: 'of an own purchase two weeks ago',
      request: request(boughtTwoWeeksAgo, 'cancel', { reason: 'It never came' }),
      expected: side(200, 200),
    },
    {
      about: 'of an own sale',
      request: request(sold, 'cancel', { reason: 'It fell down the stairs' }),
      expected: side(200, 200),
    },
  ],
  requestCancellation: [
    {
      about: 'of an own purchase',
      request: request(bought, 'cancellation-request', { reason: 'I found another' }),
      expected: side(200),
    },
    {
      about: 'of an own sale',
      request: request(sold, 'cancellation-request', { reason: 'I found another' }),
      expected: side(404),
    },
  ],
  answerCancellation: [
    { about: 'of an own purchase', request: declineRequest(bought), expected: side(404) },
    { about: 'of an own sale', request: declineRequest(sold), expected: side(200) },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

function side(own: number, admin = 404) {
  return users({ buyer: 404, seller: 404, own, admin });
}

type CreateSale = (world: World) => Promise<{ bookingId: string; buyer: KnownUser }>;

async function bought({ people, own }: World) {
  return people.sell(await people.seller(), new Date(), own);
}

async function boughtTwoWeeksAgo({ people, own }: World) {
  return people.sell(await people.seller(), daysAgo(14), own);
}

async function received(world: World) {
  const sale = await bought(world);
  await world.people.receive(sale.bookingId);
  return sale;
}

async function sold({ people, own }: World) {
  return people.sell(own);
}

function request(createSale: CreateSale, step: string, payload: object): PermissionRow['request'] {
  return async (world) => post((await createSale(world)).bookingId, step, payload);
}

function handoverRequest(createSale: CreateSale): PermissionRow['request'] {
  return async (world) => {
    const { bookingId } = await createSale(world);
    return post(bookingId, 'handover', { code: world.saleCodes.codeOf('handover', bookingId) });
  };
}

/** A side of a sale that is to be sent would rather meet. */
function meetingRequest(own: 'buyer' | 'seller'): PermissionRow['request'] {
  return async ({ people, own: caller }) => {
    const seller = own === 'seller' ? caller : await people.seller();
    const buyer = own === 'buyer' ? caller : undefined;
    const { bookingId } = await people.sellShipped(seller, new Date(), buyer);
    return {
      method: 'PUT',
      url: `/api/bookings/${bookingId}/meeting`,
      payload: { agrees: true },
    };
  };
}

/** A side of the sale of what has a serial number. */
function traceRequest(own: 'buyer' | 'seller'): PermissionRow['request'] {
  return async (world) => {
    const { bookingId } = await (own === 'buyer' ? bought(world) : sold(world));
    await world.people.numberSold(bookingId);
    return {
      method: 'PUT',
      url: `/api/bookings/${bookingId}/traced`,
      payload: { agrees: true },
    };
  };
}

/** The number of the permit of what is sent across a border. */
function permitRequest(own: 'buyer' | 'seller'): PermissionRow['request'] {
  return async ({ people, own: caller }) => {
    const seller = own === 'seller' ? caller : await people.seller();
    const buyer = own === 'buyer' ? caller : undefined;
    const { bookingId } = await people.sellShipped(seller, new Date(), buyer, ['pernambuco']);
    return {
      method: 'PUT',
      url: `/api/bookings/${bookingId}/permit`,
      payload: { state: 'given', number: 'DE-2026-0815' },
    };
  };
}

/** The seller's answer to a buyer who has asked to cancel. */
function declineRequest(createSale: CreateSale): PermissionRow['request'] {
  return async (world) => {
    const { bookingId, buyer } = await createSale(world);
    await world.people.requestCancellation(buyer, bookingId);
    return {
      method: 'PUT',
      url: `/api/bookings/${bookingId}/cancellation-request`,
      payload: { state: 'declined' },
    };
  };
}

function post(bookingId: string, step: string, payload: object): InjectOptions {
  return { method: 'POST', url: `/api/bookings/${bookingId}/${step}`, payload };
}
