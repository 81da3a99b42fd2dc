import type { ShopCommission } from '#contract/payments/commission.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { endMailPauses } from '../mails/mail-pauses.ts';
import { answerOffer } from './answer-offer.ts';
import { listOffers } from './list-offers.ts';
import { makeOffer } from './make-offer.ts';

interface OfferDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  /** The time for which the booking of an accepted offer reserves the product. */
  bookingHoldHours: number;
  commission: ShopCommission;
  /** 0 where the shop does not ask who is a trader. */
  withdrawalDays: number;
  /** Whether the offers of a user within a day are limited. */
  rateLimits: boolean;
}

export function offerHandlers(deps: OfferDeps): Handlers {
  const {
    database,
    clock,
    bookingHoldHours: holdHours,
    commission,
    withdrawalDays,
    rateLimits: limitsApproaches,
  } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps) };
  return {
    async makeOffer({ body, caller, idempotency }) {
      const offer = { ...body, idempotency };
      const made = await transaction(database, (tx) =>
        makeOffer(tx, caller, offer, { at: clock.now(), limitsApproaches }),
      );
      return { acknowledged: true, ...made };
    },

    async listOffers({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      if (query.as === 'seller') await endMailPauses(database, caller.id, 'offers');
      const { email, as, productId, withId, live } = query;
      const filter = {
        email,
        as,
        productId,
        withId,
        live: live === undefined ? undefined : live === 'true',
        ...partOf(query),
      };
      return pageOf(await listOffers(reader, filter, clock.now()), query.limit);
    },

    async answerOffer({ params, body, caller }) {
      const answer = { ...params, ...body };
      const answered = await transaction(database, (tx) =>
        answerOffer(tx, caller.id, answer, {
          at: clock.now(),
          holdHours,
          commission,
          withdrawalDays,
        }),
      );
      return { acknowledged: true, ...answered };
    },
  };
}
