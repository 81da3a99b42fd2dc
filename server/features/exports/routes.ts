import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { requireRecentSignIn } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { findPayee } from '../payouts/find-payee.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { findUser } from '../users/find-user.ts';
import { requireLanguage } from '../users/require-language.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { exportUser } from './export-user.ts';
import { invoicesOf } from './exported-invoices.ts';
import { taxesOf } from './exported-taxes.ts';
import { exportedKindOf, streamExport } from './stream-export.ts';

interface ExportDeps extends ImageDeps {
  clock: Clock;
  database: Database;
  evidenceLinks: EvidenceLinks;
  detailsSeal: DetailsSeal;
  identity: Pick<IdentityProvider, 'exportLogin'>;
  languages: readonly LoadedLanguage[];
}

/** Everything the shop stores about a person, for that person, and all records of a kind, for admins. */
export function exportHandlers(deps: ExportDeps): Handlers {
  const { database, clock } = deps;
  const { sql } = database;
  const pictureOf = createPictureOf(deps);
  return {
    async exportUser({ params, caller, reply }) {
      requireSelfOrAdmin(caller, params);
      const at = clock.now();
      requireRecentSignIn(caller, at);
      if (params.id !== caller.id) {
        const subject = await findUser(sql, params.id);
        if (!subject) throw new Problem('not-found', msg`There is no such user`);
        const entry = { action: 'person-exported', actorId: caller.id, subject } as const;
        await transaction(database, (tx) => writeAuditEntry(tx, entry, at));
      }
      reply.header('content-disposition', `attachment; filename="data-${dayOf(at)}.json"`);
      return exportUser({ ...deps, sql, pictureOf }, params.id, at);
    },

    async exportRecords({ params: { kind }, query: { headings, year }, caller, reply }) {
      const at = clock.now();
      const language = requireLanguage(deps.languages, headings, 'headings');
      requireRecentSignIn(caller, at);
      const { id, name, email } = caller;
      const entry = { action: 'records-exported', actorId: id, reason: kind } as const;
      await transaction(database, (tx) =>
        writeAuditEntry(tx, { ...entry, subject: { id, name, email } }, at),
      );
      reply.header('content-disposition', `attachment; filename="${kind}-${dayOf(at)}.csv"`);
      const exported = exportedKindOf(kind, year ? Number(year) : at.getUTCFullYear() - 1);
      return streamExport({ sql, pictureOf }, exported, { language });
    },

    async readInvoicesFile({ query: { month }, caller: { id, name, email }, reply }) {
      const reason = month === undefined ? 'invoices' : `invoices ${month}`;
      const entry = { action: 'records-exported', actorId: id, reason } as const;
      await transaction(database, (tx) =>
        writeAuditEntry(tx, { ...entry, subject: { id, name, email } }, clock.now()),
      );
      const file = month === undefined ? 'invoices' : `invoices-${month}`;
      reply.header('content-disposition', `attachment; filename="${file}.csv"`);
      return streamExport({ sql, pictureOf }, invoicesOf(month));
    },

    async readTaxes({ query, caller, reply }) {
      requireSelfOrAdmin(caller, query);
      const { id } = await findPayee(sql, query.email);
      reply.header('content-disposition', `attachment; filename="taxes-${query.year}.csv"`);
      return streamExport({ sql, pictureOf }, taxesOf(Number(query.year), id));
    },
  };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
