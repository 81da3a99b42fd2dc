import type { ShopCommission } from '#contract/payments/commission.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { endMailPauses } from '../mails/mail-pauses.ts';
import { cancelAvailabilityAlert, requestAvailabilityAlert } from './availability-alerts.ts';
import { bookItem } from './book-item.ts';
import { changeBookingAddress, changeBookingPhone } from './change-booking-contact.ts';
import { declineBooking } from './decline-booking.ts';
import { listAllBookings } from './list-all-bookings.ts';
import { listBookings, listBookingsByGroup, listReturns, readBooking } from './list-bookings.ts';
import { releaseBooking } from './release-booking.ts';
import type { SaleCodes } from './sale-codes.ts';

interface BookingDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  /** The time for which an unpaid booking reserves the product. */
  bookingHoldHours: number;
  commission: ShopCommission;
  /** 0 where the shop does not ask who is a trader. */
  withdrawalDays: number;
  /** Whether the bookings of a user within a day are limited. */
  rateLimits: boolean;
  saleCodes: SaleCodes;
  evidenceLinks: EvidenceLinks;
}

export function bookingHandlers(deps: BookingDeps): Handlers {
  const {
    database,
    clock,
    bookingHoldHours: holdHours,
    commission,
    withdrawalDays,
    rateLimits: limitsApproaches,
    saleCodes,
  } = deps;
  const reader = {
    sql: database.sql,
    pictureOf: createPictureOf(deps),
    evidenceLinks: deps.evidenceLinks,
    saleCodes,
  };
  return {
    async bookItem({ body, caller, idempotency }) {
      const booking = { ...body, idempotency };
      const lasting = { holdHours, commission, withdrawalDays, limitsApproaches };
      const terms = { at: clock.now(), ...lasting };
      const insertedId = await transaction(database, (tx) => bookItem(tx, caller, booking, terms));
      return { acknowledged: true, insertedId };
    },

    async listBookings({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      if (query.as === 'seller') await endMailPauses(database, caller.id, 'bookings');
      const { email, as, ended, paid, order, cursor, limit } = query;
      const context = { viewer: caller, at: clock.now() };
      const filter = { email, as, withEnded: ended === 'true', isPaid: paid === 'true' };
      if (order === 'needs-you') {
        return listBookingsByGroup(reader, context, { ...filter, cursor, count: limit });
      }
      const newest = { ...filter, ...partOf({ limit, cursor: cursor?.split('.').at(-1) }) };
      return pageOf(await listBookings(reader, context, newest), limit);
    },

    async listAllBookings({ query, caller }) {
      const filter = { search: query.search, ...partOf(query) };
      const rows = await listAllBookings(reader, { viewer: caller, at: clock.now() }, filter);
      return pageOf(rows, query.limit);
    },

    async readBooking({ params, caller }) {
      await endMailPauses(database, caller.id, 'bookings');
      return readBooking(reader, { viewer: caller, at: clock.now() }, params.id);
    },

    async releaseBooking({ params, caller }) {
      await transaction(database, (tx) => releaseBooking(tx, caller, params.id, clock.now()));
      return { acknowledged: true, deletedCount: 1 };
    },

    async declineBooking({ params, body, caller }) {
      const declined = { bookingId: params.id, reason: body.reason };
      await transaction(database, (tx) => declineBooking(tx, caller, declined, clock.now()));
      return { acknowledged: true, modifiedCount: 1 };
    },

    async changeBookingAddress({ params, body, caller }) {
      const changed = { bookingId: params.id, address: body };
      await transaction(database, (tx) =>
        changeBookingAddress(tx, caller.id, changed, clock.now()),
      );
      return { acknowledged: true, modifiedCount: 1 };
    },

    async changeBookingPhone({ params, body, caller }) {
      const changed = { bookingId: params.id, phone: body.phone };
      await transaction(database, (tx) => changeBookingPhone(tx, caller.id, changed, clock.now()));
      return { acknowledged: true, modifiedCount: 1 };
    },

    async requestAvailabilityAlert({ params, caller }) {
      const modifiedCount = await transaction(database, (tx) =>
        requestAvailabilityAlert(tx, caller.id, params.id, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async cancelAvailabilityAlert({ params, caller }) {
      const modifiedCount = await transaction(database, (tx) =>
        cancelAvailabilityAlert(tx, caller.id, params.id),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listReturns({ query, caller }) {
      const filter = { state: query.state, ...partOf(query) };
      const rows = await listReturns(reader, { viewer: caller, at: clock.now() }, filter);
      return pageOf(rows, query.limit);
    },
  };
}
