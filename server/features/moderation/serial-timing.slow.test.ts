import { afterAll, expect, it } from 'vitest';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const shop: TestShop = await createTestShop({ rateLimits: false });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list, change } = selling(() => shop);

/** Of each; SERIAL_TRIES=1000 repeats what docs/security.md states. */
const tries = Number(process.env.SERIAL_TRIES ?? 60);

const millisecondsOf = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);

it('known and unknown serial numbers get the same reply, and their times are printed', async () => {
  const [owner, guesser] = [await people.seller(), await people.seller()];
  const known = Array.from({ length: tries }, (_, index) => `K${100_000 + index}`);
  for (const number of known) {
    const serial = { state: 'number', number };
    expect((await list(owner, { brand: 'Fender', serial })).status).toBe(201);
  }
  const id = (await list(guesser, { brand: 'Fender' })).body.insertedId;
  const times = { known: [] as number[], unknown: [] as number[] };
  const replies = new Set<string>();
  // In turn, so that whatever slows the machine slows both.
  for (const [index, number] of known.entries()) {
    const pair = [
      ['known', number],
      ['unknown', `U${100_000 + index}`],
    ] as const;
    for (const [kind, tried] of index % 2 === 0 ? pair : pair.toReversed()) {
      const startedMs = performance.now();
      const { status, body } = await change(guesser, id, {
        serial: { state: 'number', number: tried },
      });
      times[kind].push(performance.now() - startedMs);
      replies.add(JSON.stringify([status, body]));
    }
  }
  expect([...replies]).toHaveLength(1);
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other);
    const [half, most] = [millisecondsOf(sorted, 0.5), millisecondsOf(sorted, 0.95)];
    process.stdout.write(`serials: ${tries} ${kind}: median ${half} ms, 95 % below ${most} ms\n`);
  }
}, 600_000);
