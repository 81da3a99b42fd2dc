import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { openDatabase } from '../database/connection.ts';
import { reconcilePayments } from '../features/payments/reconcile-payments.ts';
import { refundDue } from '../features/payments/refund-payment.ts';
import { paymentHandlers, serveCardEvents } from '../features/payments/routes.ts';
import { findUser } from '../features/users/find-user.ts';
import { bindCalls } from '../http/api/bound-calls.ts';
import { createCallers } from '../http/api/caller.ts';
import { replyWithProblems } from '../http/api/problem-reply.ts';
import { serveCalls } from '../http/api/serve-calls.ts';
import { createResponseCaches } from '../http/cache/response-caches.ts';
import { openTestSandbox, unreliableCards } from './faulty-cards.ts';
import { quietLog } from './quiet-log.ts';

/**
 * A server process for tests that kill it: the payment calls, the webhook route, and the jobs of payments in a loop, on
 * a given database with an unreliable card provider. Prints its address.
 */
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
/** The clock of the jobs is ahead, so that they do not wait for grace periods and pauses. */
const jobsAheadMs = 10 * 60_000;

const database = await openDatabase({ url: databaseUrl, poolSize: 8 }, quietLog);
const cards = unreliableCards(openTestSandbox(database).cards);
const clock = { now: () => new Date() };
const deps = { database, cards, clock };
const callers = createCallers({ secret, clock, findUser: (id) => findUser(database.sql, id) });
const { responseCache, personalResponses } = createResponseCaches({
  isCurrent: () => false,
  awaySeconds: () => undefined,
});
const caches = { responseCache, personalResponses };
const identities = {
  verify: () => Promise.reject(new Error('This server verifies no identities')),
};
const refreshCache = async () => undefined;

const app = Fastify();
replyWithProblems(app);
const calls = bindCalls(paymentHandlers(deps), {});
serveCalls(app, { callers, identities, ...caches, changesCatalogue: {}, refreshCache }, calls);
const securityLog = { record: () => undefined };
await serveCardEvents(app, { ...deps, securityLog, refreshCache });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

const jobDeps = { ...deps, clock: { now: () => new Date(Date.now() + jobsAheadMs) } };
for (;;) {
  // Calls to the provider fail now and then; the next round repeats them.
  await reconcilePayments(jobDeps).catch(() => 0);
  await refundDue(jobDeps).catch(() => 0);
  await pause(20);
}
