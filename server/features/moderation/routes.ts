import type { NoteSubject } from '#contract/moderation/moderation-terms.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { acceptedLanguage, type LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { findEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { requireLanguage } from '../users/require-language.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { appealDecision, decideAppeal } from './appeal.ts';
import { decideCase } from './decide-case.ts';
import { fileReport } from './file-report.ts';
import { addNote, listNotes } from './notes.ts';
import { listOwnDecisions, listOwnReports } from './own-cases.ts';
import { readCase } from './read-case.ts';
import { listCases } from './read-cases.ts';
import { reportStolen } from './report-stolen.ts';

interface ModerationDeps extends ImageDeps {
  serialNumbers: SerialNumbers;
  database: Database;
  clock: Clock;
  languages: readonly LoadedLanguage[];
  evidenceLinks: EvidenceLinks;
}

const notYours = { detail: msg`Only that person can see these` };

export function moderationHandlers(deps: ModerationDeps): Handlers {
  const { database, clock, languages } = deps;
  const listOf =
    (kind: NoteSubject): NonNullable<Handlers['listPersonNotes']> =>
    async ({ params, query, caller }) => {
      const noted = { kind, ...params };
      return pageOf(await listNotes(database.sql, caller.id, noted, partOf(query)), query.limit);
    };
  const additionTo =
    (kind: NoteSubject): NonNullable<Handlers['addPersonNote']> =>
    async ({ params, body, caller }) => {
      const insertedId = await transaction(database, (tx) =>
        addNote(tx, caller, { kind, ...params, ...body }, clock.now()),
      );
      return { acknowledged: true, insertedId };
    };
  return {
    async fileReport({ body: { goodFaith: _, ...report }, caller, request }) {
      const chosen = requireLanguage(languages, report.language)?.tag;
      const language = chosen ?? acceptedLanguage(languages, request.headers['accept-language']);
      const { id, reference } = await transaction(database, (tx) =>
        fileReport(tx, caller?.id, { ...report, language }, clock.now()),
      );
      return { acknowledged: true, insertedId: id, reference };
    },

    async reportStolen({ body: { images, ...report }, caller }) {
      await registerHostedPictures(deps, { images });
      const insertedId = await transaction(database, async (tx) => {
        const imageIds = await findEvidence(tx, deps, images, caller);
        return reportStolen(tx, deps, caller.id, { ...report, imageIds }, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async listOwnReports({ query, caller }) {
      requireOwnEmail(caller, query.email, notYours);
      const part = { userId: caller.id, ...partOf(query) };
      return pageOf(await listOwnReports(database.sql, part, clock.now()), query.limit);
    },

    async listCases({ query: { limit, ...filter } }) {
      return pageOf(await listCases(database.sql, { ...filter, count: limit + 1 }), limit);
    },

    listPersonNotes: listOf('person'),
    addPersonNote: additionTo('person'),
    listSaleNotes: listOf('sale'),
    addSaleNote: additionTo('sale'),
    listCaseNotes: listOf('case'),
    addCaseNote: additionTo('case'),

    readCase: ({ params, caller }) =>
      transaction(database, (tx) => readCase(tx, deps, caller.id, params.id, clock.now())),

    async decideCase({ params, body, caller }) {
      const until = body.until === undefined ? undefined : new Date(body.until);
      await transaction(database, (tx) =>
        decideCase(tx, caller, { ...body, ...params, until }, clock.now()),
      );
      return { acknowledged: true, modifiedCount: 1 };
    },

    async listOwnDecisions({ query, caller }) {
      requireOwnEmail(caller, query.email, notYours);
      const part = { userId: caller.id, ...partOf(query) };
      return pageOf(await listOwnDecisions(database.sql, part, clock.now()), query.limit);
    },

    async appealDecision({ params, body, caller }) {
      await transaction(database, (tx) =>
        appealDecision(tx, caller.id, { ...params, ...body }, clock.now()),
      );
      return { acknowledged: true };
    },

    async decideAppeal({ params, body: { appeal: appealId, ...decision }, caller }) {
      await transaction(database, (tx) =>
        decideAppeal(tx, caller, { ...params, ...decision, appealId }, clock.now()),
      );
      return { acknowledged: true, modifiedCount: 1 };
    },
  };
}
