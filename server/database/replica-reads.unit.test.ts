import { afterEach, expect, it, vi } from 'vitest';
import type { Pool } from './pool.ts';
import type { StatementRunner } from './pooled-client.ts';
import { ReplicaReads } from './replica-reads.ts';

let nowMs = 0;
const opened: ReplicaReads[] = [];
afterEach(async () => {
  for (const reads of opened.splice(0)) await reads.close(0);
});

const rowsOf = (...rows: string[]) => ({ rows: rows.map((name) => ({ name })) });
const statement = { text: 'select', values: [] };

/** Connections are objects; the replica has what its `has` says, and returns `rows`. */
function open({ rows = ['replica'], has = true } = {}) {
  const connection = { run: vi.fn() };
  const state = { rows, has, fault: undefined as Error | undefined, checks: 0, asked: 0 };
  let answered = Promise.resolve();
  /** From now on the replica takes until `end` is called. */
  const hang = () => {
    let end = (): void => undefined;
    answered = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { end };
  };
  const replica = {
    async runIf(admit: (connection: StatementRunner) => Promise<boolean>) {
      state.asked += 1;
      await answered;
      if (state.fault) throw state.fault;
      return (await admit(connection)) ? rowsOf(...state.rows) : undefined;
    },
    close: async () => undefined,
  };
  const primary = { run: vi.fn(async () => rowsOf('primary')) };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const reads = new ReplicaReads({
    replica: replica as unknown as Pool,
    primary: primary as unknown as StatementRunner,
    log,
    elapsedMs: () => nowMs,
  });
  opened.push(reads);
  const requirement = {
    version: 1,
    isMet: async () => {
      state.checks += 1;
      return state.has;
    },
  };
  reads.require(() => requirement);
  const from = async () => (await reads.run(statement)).rows[0]?.name;
  return { reads, state, log, requirement, hang, from };
}

it('a replica that has the required position is read, and each connection is checked once', async () => {
  const { state, requirement, from } = open();
  expect([await from(), await from()]).toEqual(['replica', 'replica']);
  expect(state.checks).toBe(1);
  requirement.version = 2;
  await from();
  expect(state.checks).toBe(2);
});

it('the primary is read while the required position is unknown', async () => {
  const { reads, from } = open();
  reads.require(() => undefined);
  expect(await from()).toBe('primary');
});

it('the primary is read when the replica lags behind', async () => {
  const { from } = open({ rows: [] });
  expect(await from()).toBe('primary');
});

it('a replica that is behind is left, reported after two seconds, and read again', async () => {
  const { reads, state, log, from } = open({ has: false });
  expect(await from()).toBe('primary');
  expect(log.warn).not.toHaveBeenCalled();
  nowMs += 2_500;
  expect(await from()).toBe('primary');
  expect(log.warn).toHaveBeenCalledOnce();
  expect(reads.lagSeconds()).toBe(2.5);
  state.has = true;
  expect(await from()).toBe('primary');
  nowMs += 1_000;
  expect(await from()).toBe('replica');
  expect(log.info).toHaveBeenCalledExactlyOnceWith({}, 'The replica is read again');
  expect(reads.lagSeconds()).toBe(0);
});

it('a replica that is away costs one request a second', async () => {
  const { state, log, from } = open();
  state.fault = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(await from()).toBe('primary');
  expect(log.warn).toHaveBeenCalledOnce();
  state.fault = undefined;
  expect(await from()).toBe('primary');
  nowMs += 1_000;
  expect(await from()).toBe('replica');
});

it('a replica that is away without an answer is asked by one read at a time; the others do not wait', async () => {
  const { state, hang, from } = open();
  state.fault = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
  await from();
  nowMs += 1_000;
  const { end } = hang();
  const asking = from();
  expect(await Promise.all([from(), from(), from()])).toEqual(['primary', 'primary', 'primary']);
  nowMs += 1_500;
  expect(await from()).toBe('primary');
  expect(state.asked).toBe(2);
  end();
  expect(await asking).toBe('primary');
  state.fault = undefined;
  nowMs += 1_000;
  expect(await Promise.all([from(), from()])).toEqual(['replica', 'primary']);
  expect(await Promise.all([from(), from()])).toEqual(['replica', 'replica']);
});

it('any other error of the replica is decided by the primary', async () => {
  const { state, log, from } = open();
  state.fault = new Error('column "new" does not exist');
  expect(await from()).toBe('primary');
  state.fault = undefined;
  expect(await from()).toBe('replica');
  expect(log.warn).not.toHaveBeenCalled();
});
