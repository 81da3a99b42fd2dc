import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { findClips } from '../clips/clip-uses.ts';
import { findEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { blockUser, listBlocks, unblockUser } from './block-user.ts';
import { findContact } from './find-contact.ts';
import { listMessages, listMessagesForDispute } from './list-messages.ts';
import { countUnreadThreads, listThreads, readThread } from './list-threads.ts';
import { markThreadRead } from './mark-thread-read.ts';
import { sendMessage, startThread, threadNotFound } from './send-message.ts';

interface MessageDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  evidenceLinks: EvidenceLinks;
}

const notYours = { detail: msg`Only that person can see these` };

export function messageHandlers(deps: MessageDeps): Handlers {
  const { database, clock, evidenceLinks } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps), evidenceLinks };
  const contextOf = ({ id, role }: Caller) => ({
    viewer: { id, isAdmin: role === 'admin' },
    at: clock.now(),
  });
  return {
    async listThreads({ query: { email, limit, ...filter }, caller }) {
      requireOwnEmail(caller, email, notYours);
      return listThreads(reader, contextOf(caller), { ...filter, count: limit });
    },

    async startThread({ body, caller, idempotency }) {
      const thread = { ...body, contact: findContact(body.text), idempotency };
      const insertedId = await transaction(database, (tx) =>
        startThread(tx, caller, thread, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },

    readThread: ({ params, caller }) => readThread(reader, contextOf(caller), params.id),

    async listMessages({ params, query, caller }) {
      const part = { threadId: params.id, ...partOf(query) };
      const own = await listMessages(reader, caller.id, part);
      if (own) return pageOf(own, query.limit);
      if (caller.role !== 'admin') throw threadNotFound();
      const disputed = await transaction(database, (tx) =>
        listMessagesForDispute(tx, reader, caller.id, part, clock.now()),
      );
      return pageOf(disputed, query.limit);
    },

    async sendMessage({ params, body, caller, idempotency }) {
      const { text, images, clips } = body;
      await registerHostedPictures(deps, body);
      const written = { threadId: params.id, text, contact: findContact(text), idempotency };
      const insertedId = await transaction(database, (tx) => {
        const findImages = () => findEvidence(tx, deps, images, caller);
        const used = { ownerId: caller.id };
        const found = () => findClips(tx, deps, clips, used);
        return sendMessage(tx, caller, { ...written, findImages, findClips: found }, clock.now());
      });
      return { acknowledged: true, insertedId };
    },

    async markThreadRead({ params, body, caller }) {
      const read = { threadId: params.id, readTo: body.readTo };
      const hasChanged = await transaction(database, (tx) => markThreadRead(tx, caller.id, read));
      return { acknowledged: true, modifiedCount: hasChanged ? 1 : 0 };
    },

    countUnreadThreads: async ({ caller }) => ({
      count: await countUnreadThreads(database.sql, caller.id),
    }),

    async listBlocks({ query, caller }) {
      requireOwnEmail(caller, query.email, notYours);
      return pageOf(await listBlocks(database.sql, caller.id, partOf(query)), query.limit);
    },

    async blockUser({ body, caller }) {
      const insertedId = await transaction(database, (tx) =>
        blockUser(tx, caller.id, body.userId, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },

    async unblockUser({ params, caller }) {
      await transaction(database, (tx) => unblockUser(tx, caller.id, params.id));
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}
