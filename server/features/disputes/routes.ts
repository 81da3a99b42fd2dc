import { toMinorUnits } from '#contract/currency.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { addDisputeStatement } from '../../workflows/add-dispute-statement.ts';
import { decideDispute } from '../../workflows/decide-dispute.ts';
import { openDispute } from '../../workflows/open-dispute.ts';
import { findEvidence } from '../images/evidence-images.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import { listDisputes } from './list-disputes.ts';
import { readDispute } from './read-dispute.ts';

interface DisputeDeps extends ImageDeps {
  database: Database;
  clock: Clock;
}

export function disputeHandlers(deps: DisputeDeps): Handlers {
  const { database, clock } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps) };
  return {
    async openDispute({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images);
        const dispute = { bookingId: params.id, reason: body.reason, imageIds };
        return openDispute(tx, caller, dispute, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async addDisputeStatement({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, body.images);
        const statement = { bookingId: params.id, text: body.text, imageIds };
        return addDisputeStatement(tx, caller, statement, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    readDispute: ({ params, query, caller }) =>
      readDispute(reader, caller, { bookingId: params.id, disputeId: query.disputeId }),

    async decideDispute({ params, body, caller }) {
      const { refund, goesBack, reason } = body;
      const decision = {
        bookingId: params.id,
        refundCents: toMinorUnits(refund),
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
