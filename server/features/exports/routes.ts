import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/constants.ts';
import { exportRecords as call } from '#contract/exports.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { type Callers, requireCaller, requireRecentSignIn } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { onlySelfOrAdmin } from '../../http/api/self-or-admin.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { exportUser } from './export-user.ts';
import { exportedKinds, streamExport } from './stream-export.ts';

interface ExportDeps extends ImageDeps {
  callers: Callers;
  clock: Clock;
  database: Database;
}

interface UserExportDeps extends ImageDeps {
  clock: Clock;
  database: Database;
  evidenceLinks: EvidenceLinks;
  detailsSeal: DetailsSeal;
}

/** `@fastify/rate-limit` reads this from the route's `config`: each kind twice in a minute, and a few more. */
const exportRate = { max: 30, timeWindow: '1 minute' };

/** Everything the shop stores about a person, for that person. */
export function userExportHandlers(deps: UserExportDeps): Handlers {
  const { database, clock, evidenceLinks, detailsSeal } = deps;
  const pictureOf = createPictureOf(deps);
  return {
    exportUser({ params, caller }) {
      if (params.id !== caller.id) throw onlySelfOrAdmin();
      return exportUser(
        { database, pictureOf, evidenceLinks, detailsSeal },
        params.id,
        clock.now(),
      );
    },
  };
}

/** Binds the call `exportRecords`. It has a route of its own because its reply is streamed. */
export function serveExports(app: FastifyInstance, deps: ExportDeps): void {
  const { callers, clock, database } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps) };
  app.route({
    method: call.method,
    url: apiBase + call.path.replace('{kind}', ':kind'),
    config: { rateLimit: exportRate },
    // It would read everything and send nothing.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await requireCaller(callers, call, request);
      const at = clock.now();
      requireRecentSignIn(caller, at);
      const parsed = call.params.safeParse(request.params);
      if (!parsed.success) throw new Problem('bad-input', parsed.error.issues[0]?.message ?? '');
      const { kind } = parsed.data;
      const { id, name, email } = caller;
      const entry = { action: 'records-exported', actorId: id, reason: kind } as const;
      await transaction(database, (tx) =>
        writeAuditEntry(tx, { ...entry, subject: { id, name, email } }, at),
      );
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${kind}-${dayOf(at)}.csv"`)
        .send(Readable.from(streamExport(reader, exportedKinds[kind])));
    },
  });
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
