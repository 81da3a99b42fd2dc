import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { openDatabase } from '../database/connection.ts';
import { paymentHandlers, serveCardEvents } from '../features/payments/routes.ts';
import { findUser } from '../features/users/find-user.ts';
import { bindCalls } from '../http/api/bound-calls.ts';
import { createCallers } from '../http/api/caller.ts';
import { replyWithProblems } from '../http/api/problem-reply.ts';
import { serveCalls } from '../http/api/serve-calls.ts';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { reconcilePayments } from '../workflows/reconcile-payments.ts';
import { refundDue } from '../workflows/refund-payment.ts';
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
const deps = { database, cards, clock };
const callers = createCallers({ secret, clock, findUser: (id) => findUser(database.sql, id) });
const answers = new ResponseCache({ isCurrent: () => false, maxBytes: 1 });
const identities = {
  verify: () => Promise.reject(new Error('Nobody brings an identity here')),
};
const refreshCache = async () => undefined;

const app = Fastify();
replyWithProblems(app);
const calls = bindCalls(paymentHandlers(deps), {});
serveCalls(app, { callers, identities, answers, changesCatalogue: {}, refreshCache }, calls);
await serveCardEvents(app, { ...deps, refreshCache });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

const later = { ...deps, clock: { now: () => new Date(Date.now() + aheadMs) } };
for (;;) {
  // A lost answer is an outage; the next round takes it up.
  await reconcilePayments(later).catch(() => 0);
  await refundDue(later).catch(() => 0);
  await pause(20);
}
