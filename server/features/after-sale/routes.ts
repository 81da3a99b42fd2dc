import { toMinorUnits } from '#contract/money/currency.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import type { SaleCodes } from '../bookings/sale-codes.ts';
import { findClips } from '../clips/clip-uses.ts';
import { findEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import { endMailPauses } from '../mails/mail-pauses.ts';
import { addDisputeStatement } from './add-dispute-statement.ts';
import { approveSale } from './approve-sale.ts';
import { cancelSale } from './cancel-sale.ts';
import { answerCancellation, requestCancellation } from './cancellation-request.ts';
import { decideDispute } from './decide-dispute.ts';
import { decideReturn } from './decide-return.ts';
import { givePermit } from './give-permit.ts';
import { listDisputes } from './list-disputes.ts';
import { markSent } from './mark-sent.ts';
import { markSentBack } from './mark-sent-back.ts';
import { meetInstead } from './meet-instead.ts';
import { openDispute } from './open-dispute.ts';
import { readDispute } from './read-dispute.ts';
import { confirmReceipt, handOver } from './receive.ts';
import { requestReturn } from './request-return.ts';
import { traceSale } from './trace-sale.ts';
import { withdrawFromSale } from './withdraw-from-sale.ts';

interface AfterSaleDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  saleCodes: SaleCodes;
  evidenceLinks: EvidenceLinks;
}

export function afterSaleHandlers(deps: AfterSaleDeps): Handlers {
  return { ...fulfilmentHandlers(deps), ...returnHandlers(deps), ...disputeHandlers(deps) };
}

/** Also in shops that do not ask sellers any more whether they are traders: bookings of earlier keep the right. */
export function withdrawalHandlers({
  database,
  clock,
}: Pick<AfterSaleDeps, 'database' | 'clock'>): Handlers {
  return {
    async withdrawFromSale({ params, caller }) {
      const time = await transaction(database, (tx) =>
        withdrawFromSale(tx, caller, params.id, clock.now()),
      );
      return { acknowledged: true, time: time.toISOString() };
    },
  };
}

function fulfilmentHandlers(deps: AfterSaleDeps): Handlers {
  const { database, clock, saleCodes } = deps;
  const change = async (work: (tx: Tx, at: Date) => Promise<0 | 1 | Problem>) => {
    const result = await transaction(database, (tx) => work(tx, clock.now()));
    // Thrown after the commit, which stores the wrong code.
    if (result instanceof Problem) throw result;
    return { acknowledged: true, modifiedCount: result } as const;
  };
  return {
    async handOver({ params, body, caller }) {
      const isRightCode = saleCodes.isCode(body.code, 'handover', params.id);
      return change((tx, at) => handOver(tx, caller, { bookingId: params.id, isRightCode }, at));
    },

    givePermit: ({ params, body, caller }) => {
      // The contract requires the number of a given one.
      const { number = '' } = body;
      const answer =
        body.state === 'given' ? ({ state: 'given', number } as const) : { state: body.state };
      return change((tx, at) => givePermit(tx, caller, { bookingId: params.id, ...answer }, at));
    },

    meetInstead: ({ params, body, caller }) =>
      change((tx, at) => meetInstead(tx, caller, { bookingId: params.id, ...body }, at)),

    async markSent({ params, body: { images, ...shipment }, caller }) {
      await registerHostedPictures(deps, { images });
      return change(async (tx, at) => {
        const imageIds = await findEvidence(tx, deps, images, caller);
        return markSent(tx, caller, { bookingId: params.id, ...shipment, imageIds }, at);
      });
    },

    confirmReceipt: ({ params, body, caller }) =>
      change((tx, at) => confirmReceipt(tx, caller, { bookingId: params.id, ...body }, at)),

    traceSale: ({ params, body, caller }) =>
      change((tx, at) => traceSale(tx, caller, { bookingId: params.id, ...body }, at)),

    approveSale: ({ params, caller }) => change((tx, at) => approveSale(tx, caller, params.id, at)),

    cancelSale: ({ params, body, caller }) =>
      change((tx, at) => cancelSale(tx, caller, { bookingId: params.id, ...body }, at)),

    requestCancellation: ({ params, body, caller }) =>
      change((tx, at) => requestCancellation(tx, caller, { bookingId: params.id, ...body }, at)),

    answerCancellation: ({ params, body, caller }) =>
      change((tx, at) => answerCancellation(tx, caller, { bookingId: params.id, ...body }, at)),
  };
}

function returnHandlers(deps: AfterSaleDeps): Handlers {
  const { database, clock, saleCodes } = deps;
  return {
    async requestReturn({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images, caller);
        const clips = await findClips(tx, deps, body.clips, { ownerId: caller.id });
        const returnRequest = { bookingId: params.id, reason: body.reason, imageIds, clips };
        return requestReturn(tx, caller, returnRequest, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async markSentBack({ params, body, caller }) {
      const modifiedCount = await transaction(database, (tx) =>
        markSentBack(tx, caller, { bookingId: params.id, ...body }, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async decideReturn({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const bookingId = params.id;
      const { state, place = '', reason = '', code } = body;
      const isRightCode =
        code === undefined ? undefined : saleCodes.isCode(code, 'giving-back', bookingId);
      // The contract requires the place of an accepted return, and the reason of a contested one.
      const decisions = {
        accepted: { state: 'accepted', place },
        contested: { state: 'contested', reason },
        'given-back': { state: 'given-back', isRightCode },
      } as const;
      const result = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images, caller);
        const clips = await findClips(tx, deps, body.clips, { ownerId: caller.id });
        const decision = { bookingId, ...decisions[state], imageIds, clips };
        return decideReturn(tx, caller, decision, clock.now());
      });
      // Thrown after the commit, which stores the wrong code.
      if (result instanceof Problem) throw result;
      return { acknowledged: true, modifiedCount: result };
    },
  };
}

function disputeHandlers(deps: AfterSaleDeps): Handlers {
  const { database, clock } = deps;
  const reader = { sql: database.sql, evidenceLinks: deps.evidenceLinks };
  return {
    async openDispute({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images, caller);
        const clips = await findClips(tx, deps, body.clips, { ownerId: caller.id });
        const dispute = {
          bookingId: params.id,
          cause: body.cause,
          reason: body.reason,
          imageIds,
          clips,
        };
        return openDispute(tx, caller, dispute, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async addDisputeStatement({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images, caller);
        const clips = await findClips(tx, deps, body.clips, { ownerId: caller.id });
        const statement = { bookingId: params.id, text: body.text, imageIds, clips };
        return addDisputeStatement(tx, caller, statement, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async readDispute({ params, query, caller }) {
      await endMailPauses(database, caller.id, 'statements');
      return readDispute(reader, caller, { bookingId: params.id, disputeId: query.disputeId });
    },

    async decideDispute({ params, body, caller }) {
      const { refund, shippingRefund, goesBack, reason } = body;
      const decision = {
        bookingId: params.id,
        refundCents: toMinorUnits(refund),
        refundShippingCents: shippingRefund === undefined ? null : toMinorUnits(shippingRefund),
        goesBack,
        reason,
      };
      const modifiedCount = await transaction(database, (tx) =>
        decideDispute(tx, caller, decision, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listDisputes({ query }) {
      const filter = { state: query.state, ...partOf(query) };
      return pageOf(await listDisputes(database.sql, filter), query.limit);
    },
  };
}
