import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { isOutage } from '../core/outage.ts';
import { createEmptyDatabase, poolSize } from '../testing/test-database.ts';
import { connectionOptions } from './connection-options.ts';
import { pipeline } from './pipeline.ts';
import { Pool } from './pool.ts';
import { type Sql, sqlOn } from './sql.ts';
import { sqlState } from './sql-state.ts';
import { type RunTransaction, transaction, transactionsOn } from './transaction.ts';

const database = await createEmptyDatabase();
const { sql } = database;
afterAll(() => database.close());

beforeEach(async () => {
  await sql`drop table if exists seats`;
  await sql`create table seats (number integer primary key, taken integer)`;
});

/** A database behind a wire that shows what is sent, and that can be held up in one direction. */
interface Wire {
  sql: Sql;
  transaction: RunTransaction;
  /** What the client wrote since this was called last. */
  sent(): string[];
  /** Holds the server's data back from now on. */
  holdAnswers(): void;
  passAnswers(): void;
}

let ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function openWire(): Promise<Wire> {
  const options = connectionOptions(database.url, 1);
  let writes: string[] = [];
  let server: Socket | undefined;
  const listener: Server = createServer((client) => {
    server = connect(`${options.host}/.s.PGSQL.${options.port}`);
    client.pipe(server).on('error', () => client.destroy());
    server.pipe(client).on('error', () => server?.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const stream = () => new RecordedSocket((written) => writes.push(written));
  const pool = new Pool({ ...options, host: '127.0.0.1', port, stream });
  ends.push(
    async () => void listener.close(),
    () => pool.close(100),
  );
  return {
    sql: sqlOn(pool),
    transaction: transactionsOn(pool),
    sent() {
      const read = writes;
      writes = [];
      return read;
    },
    holdAnswers: () => server?.pause(),
    passAnswers: () => server?.resume(),
  };
}

type Done = (error?: Error | null) => void;

/** Node calls one of these for each write to the operating system. */
class RecordedSocket extends Socket {
  readonly #record: (written: string) => void;

  constructor(record: (written: string) => void) {
    super();
    this.#record = record;
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: Done): void {
    this.#record(chunk.toString('latin1'));
    super._write(chunk, encoding, done);
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this.#record(Buffer.concat(chunks.map(({ chunk }) => chunk)).toString('latin1'));
    super._writev?.(chunks, done);
  }
}

it('a pipeline of statements is sent without waiting for results', async () => {
  const { sent, ...wire } = await openWire();
  await transaction(wire, async (tx) => {
    await tx.sql`select 1 as one`;
    sent();
    wire.holdAnswers();
    const results = pipeline([
      tx.sql`insert into seats (number) values (${1}) returning number, taken`,
      tx.sql`update seats set taken = ${7} where number = ${1} returning number, taken`,
      tx.sql`select taken from seats where number = ${1}`,
      tx.sql`select taken from seats where number = ${1}`,
    ]);
    await pause(50);
    expect(sent().join('')).toMatch(/insert into seats.*update seats.*select taken from seats/s);
    wire.passAnswers();
    expect(await results).toEqual([
      [{ number: 1, taken: null }],
      [{ number: 1, taken: 7 }],
      [{ taken: 7 }],
      [{ taken: 7 }],
    ]);
  });
});

it('a transaction sends its writes and its commit without waiting for results', async () => {
  const { sent, ...wire } = await openWire();
  const done = transaction(wire, async (tx) => {
    await tx.sql`select 1 as one`;
    sent();
    wire.holdAnswers();
    tx.write`insert into seats values (${1})`;
    tx.write`update seats set taken = ${2}`;
  });
  await expect.poll(() => sent().join('')).toMatch(/insert into seats.*update seats.*commit/s);
  wire.passAnswers();
  await done;
  expect(await sql`select number, taken from seats`).toEqual([{ number: 1, taken: 2 }]);
});

it('a transaction is rolled back and throws when a statement fails whose result nobody waits for', async () => {
  const failing = transaction(database, (tx) => {
    tx.write`insert into seats values (${1})`;
    tx.write`select 1 / ${0}::int`;
    tx.write`insert into seats values (${2})`;
    return 'done';
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const failingEarly = transaction(database, async (tx) => {
    tx.write`select 1 / ${0}::int`;
    await tx.sql`insert into seats values (${1})`;
  });
  await expect(failingEarly).rejects.toMatchObject({ code: '22012' });
  const missing = undefined as unknown as string;
  const unsendable = transaction(database, (tx) => {
    tx.write`insert into seats values (${1})`;
    tx.write`insert into seats values (${missing})`;
  });
  await expect(unsendable).rejects.toThrow('A parameter of a statement is undefined');
  expect(await sql`select from seats`).toHaveLength(0);
  await transaction(database, (tx) => tx.write`insert into seats values (${1})`);
  expect(await sql`select from seats`).toHaveLength(1);
});

it('no statement of a transaction is run when its begin fails', async () => {
  const wire = await openWire();
  await transaction(wire, (tx) => tx.sql`insert into seats values (${1})`);
  // The server forgets how `begin` was prepared, and so refuses it.
  await wire.sql`deallocate all`;
  await transaction(wire, (tx) => {
    // They would break the unique index if the first attempt had stored them.
    for (const number of [2, 3]) tx.write`insert into seats values (${number})`;
  });
  expect(await sql`select number from seats order by number`).toEqual([
    { number: 1 },
    { number: 2 },
    { number: 3 },
  ]);
});

it('a transaction throws the given problem for a duplicate in a unique index, and for nothing else', async () => {
  await sql`insert into seats values (1)`;
  const insert = (number: number) =>
    transaction(database, (tx) => {
      tx.refuseDuplicates('seats_pkey', () => new Error('The seat is taken'));
      tx.write`insert into seats values (${number}, 1 / ${number}::int)`;
    });
  await expect(insert(1)).rejects.toThrow('The seat is taken');
  await expect(insert(0)).rejects.toMatchObject({ code: '22012' });
  await insert(2);
  expect(await sql`select from seats`).toHaveLength(2);
});

it('a transaction whose connection is lost before the commit is not committed, and the connection is replaced', async () => {
  const work = transaction(database, (tx) => {
    tx.write`insert into seats values (${1})`;
    tx.write`select pg_terminate_backend(pg_backend_pid())`;
  });
  await expect(work).rejects.toSatisfy(isOutage);
  expect(await sql`select from seats`).toHaveLength(0);
});

it('a pipeline fails with its first error, whichever result is read first', async () => {
  const failing = transaction(database, (tx) =>
    pipeline([
      tx.sql`select 1 / ${0}::int`,
      tx.sql`select * from nothing_of_this_name`,
      tx.sql`insert into seats values (1)`,
    ]),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const lastFirst = transaction(database, async (tx) => {
    const [first, second] = [tx.sql`select 1 / ${0}::int`, tx.sql`insert into seats values (2)`];
    const outcomes = Promise.allSettled([first, second]);
    await second.catch((error: unknown) => {
      expect(sqlState(error)).toBe('25P02');
      throw error;
    });
    await outcomes;
  });
  await expect(lastFirst).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select from seats`).toHaveLength(0);
});

it('a statement that is repeated after a failure in its pipeline works again afterwards', async () => {
  const insert = (number: number) =>
    transaction(database, (tx) =>
      pipeline([
        tx.sql`select 1 / ${number}::int`,
        tx.sql`insert into seats (number) values (${number})`,
        tx.sql`insert into seats (number) values (${number + 1})`,
      ]),
    );
  for (let round = 0; round < 2 * poolSize; round += 1) {
    await expect(insert(0)).rejects.toMatchObject({ code: '22012' });
  }
  await insert(5);
  expect(await sql`select number from seats order by number`).toEqual([
    { number: 5 },
    { number: 6 },
  ]);
});

it('a failure that the work ignores still rolls the transaction back', async () => {
  const work = transaction(database, async (tx) => {
    await tx.sql`insert into seats values (1)`;
    await tx.sql`select 1 / ${0}::int`.catch(() => undefined);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select from seats`).toHaveLength(0);
});

it('a statement after the end of its transaction is not run', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await transaction(database, async (tx) => {
    late = pause(30).then(() => tx.sql`insert into seats values (1)`);
  });
  await expect(late).rejects.toThrow('The transaction of this statement is over');
  expect(await sql`select from seats`).toHaveLength(0);
});

it('a statement still works after a migration changed its result type', async () => {
  const all = () => sql`select * from seats`;
  const allInside = () => transaction(database, (tx) => tx.sql`select * from seats`);
  await Promise.all(Array.from({ length: 2 * poolSize }, all));
  await sql`insert into seats values (1, 2)`;
  await sql`alter table seats add column row integer default 3`;
  const row = [{ number: 1, taken: 2, row: 3 }];
  expect(await allInside()).toEqual(row);
  expect(await Promise.all(Array.from({ length: poolSize }, all))).toEqual(
    Array(poolSize).fill(row),
  );
});

it('a statement still works after the server lost its prepared statements', async () => {
  const one = () => sql`select ${1}::int as one`;
  await Promise.all(Array.from({ length: 2 * poolSize }, one));
  await Promise.all(Array.from({ length: poolSize }, () => sql`select pg_sleep(0.05)`));
  await Promise.all(Array.from({ length: poolSize }, () => sql`deallocate all`));
  const results = await Promise.all(Array.from({ length: 2 * poolSize }, one));
  expect(results).toEqual(Array(2 * poolSize).fill([{ one: 1 }]));
  expect(await transaction(database, (tx) => tx.sql`select ${1}::int as one`)).toEqual([
    { one: 1 },
  ]);
});

it('a failed statement returns its connection to the pool', async () => {
  const backends = async () => {
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' order by pid`;
    return rows.map(({ pid }) => pid);
  };
  const before = await backends();
  for (let round = 0; round < 3 * poolSize; round += 1) {
    await expect(sql`select 1 / ${0}::int`).rejects.toMatchObject({ code: '22012' });
  }
  // One that was closed before this test may still have been ending.
  expect(before).toEqual(expect.arrayContaining(await backends()));
});

it('a parameter that is undefined is refused', async () => {
  const missing = undefined as unknown as string;
  await expect(sql`select ${missing}`).rejects.toThrow('A parameter of a statement is undefined');
});
