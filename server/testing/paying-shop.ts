import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { openDatabase } from '../database/connection.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { createCallers } from '../http/caller.ts';
import { performableCalls } from '../http/performable-calls.ts';
import { replyWithProblems } from '../http/problem-reply.ts';
import { serveCalls } from '../http/serve-calls.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { refundDue } from '../payments/refund.ts';
import { paymentHandlers, serveCardEvents } from '../payments/routes.ts';
import { findUser } from '../users/users.ts';
import { fakeCards } from './fake-cards.ts';
import { quietLog } from './quiet-log.ts';
import { remoteCards } from './remote-cards.ts';

/**
 * A program of its own, for tests that kill it: the payment calls and webhooks of the shop on a given database, with the
 * reconciler and the refunds going round and round. It prints where it listens.
 */
const [databaseUrl = '', cardsUrl = '', secret = ''] = process.argv.slice(2);
/** So much later it is for the chores: they wait for nobody. */
const aheadMs = 10 * 60_000;

const database = await openDatabase({ url: databaseUrl, poolSize: 8 }, quietLog);
const cards = remoteCards(cardsUrl, fakeCards());
const clock = { now: () => new Date() };
const parts = { database, cards, clock };
const callers = createCallers({ secret, clock, findUser: (id) => findUser(database.sql, id) });
const answers = new AnswerCache({ isCurrent: () => false, maxBytes: 1 });
const identities = {
  verify: () => Promise.reject(new Error('Nobody brings an identity here')),
};
const afterChange = async () => undefined;

const app = Fastify();
replyWithProblems(app);
const calls = performableCalls(paymentHandlers(parts), {});
serveCalls(app, { callers, identities, answers, afterChange }, calls);
await serveCardEvents(app, { ...parts, afterChange });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

const later = { ...parts, clock: { now: () => new Date(Date.now() + aheadMs) } };
for (;;) {
  // A lost answer is an outage; the next round takes it up.
  await reconcilePayments(later).catch(() => 0);
  await refundDue(later).catch(() => 0);
  await pause(20);
}
