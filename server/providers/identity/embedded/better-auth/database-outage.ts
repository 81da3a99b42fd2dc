import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter } from 'better-auth';
import { isOutage } from '../../../../core/outage.ts';

/** The work in which Better Auth runs at the moment. */
const currentWork = new AsyncLocalStorage<{ failure?: unknown }>();

/**
 * Runs work of Better Auth, and fails when the database was away during it. Better Auth itself takes a session that it
 * could not read for none, a user whom it could not create for a fault of the request, and answers that a mail is on its
 * way when it could not be queued.
 */
export async function failOnOutage<T>(work: () => Promise<T>): Promise<T> {
  const current: { failure?: unknown } = {};
  const outcome = await currentWork.run(current, work).then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
  if (current.failure !== undefined) throw current.failure;
  return outcome();
}

/** Lets `failOnOutage` see the outages that this work of the database meets. */
export async function recordOutages<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const current = currentWork.getStore();
    if (current && isOutage(error)) current.failure ??= error;
    throw error;
  }
}

/** An adapter of Better Auth whose outages `failOnOutage` sees. */
export function withRecordedOutages(
  createAdapter: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = createAdapter(options);
    return {
      ...adapter,
      ...recordingAdapter(adapter),
      transaction: (work) =>
        recordOutages(
          adapter.transaction((inner) => work({ ...inner, ...recordingAdapter(inner) })),
        ),
    };
  };
}

function recordingAdapter(adapter: DBTransactionAdapter) {
  return {
    create: (input) => recordOutages(adapter.create(input)),
    findOne: (input) => recordOutages(adapter.findOne(input)),
    findMany: (input) => recordOutages(adapter.findMany(input)),
    count: (input) => recordOutages(adapter.count(input)),
    update: (input) => recordOutages(adapter.update(input)),
    updateMany: (input) => recordOutages(adapter.updateMany(input)),
    delete: (input) => recordOutages(adapter.delete(input)),
    deleteMany: (input) => recordOutages(adapter.deleteMany(input)),
    consumeOne: (input) => recordOutages(adapter.consumeOne(input)),
  } satisfies Partial<DBTransactionAdapter>;
}
