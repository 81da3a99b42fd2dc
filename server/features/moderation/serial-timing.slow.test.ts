import { afterAll, expect, it } from 'vitest';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

// Nothing is cached, because this shop does not watch its catalogue.
const shop: TestShop = await createTestShop({ rateLimits: false });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list, change, read, send } = selling(() => shop);

/** Of each; SERIAL_TRIES=1000 repeats what docs/security.md states. */
const tries = Number(process.env.SERIAL_TRIES ?? 60);

const millisecondsOf = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);

/** Numbers of listings: every second one was sold. */
async function knownNumbers(): Promise<string[]> {
  const [owner, buyer] = [await people.seller(), await people.buyer()];
  const known = Array.from({ length: tries }, (_, index) => `K${100_000 + index}`);
  for (const [index, number] of known.entries()) {
    const serial = { state: 'number', number };
    const { status, body } = await list(owner, { brand: 'Fender', serial });
    expect(status).toBe(201);
    if (index % 2 === 0) continue;
    await people.pay(await people.book(buyer, body.insertedId));
  }
  return known;
}

it('known and unknown serial numbers get the same reply, and their times are printed', async () => {
  const known = await knownNumbers();
  const guesser = await people.seller();
  const id = (await list(guesser, { brand: 'Fender' })).body.insertedId;
  const report = { brand: 'Fender', explanation: 'It was taken from my car.' };
  const steps: Record<string, (number: string) => Promise<unknown>> = {
    listing: async (number) => {
      const { status, body } = await change(guesser, id, { serial: { state: 'number', number } });
      return [status, body];
    },
    // Of the listing that was just changed.
    page: async () => Object.keys(await read(id)),
    stolen: async (number) => {
      const payload = { ...report, serial: number };
      const { status, body } = await send(guesser, { method: 'POST', path: '/stolen', payload });
      return [status, Object.keys(body)];
    },
  };
  const times: Record<string, number[]> = {};
  const replies = new Map<string, Set<string>>();
  // In turn, so that whatever slows the machine slows both.
  for (const [index, number] of known.entries()) {
    const pair = [
      ['known', number],
      ['unknown', `U${100_000 + index}`],
    ] as const;
    for (const [kind, tried] of index % 2 === 0 ? pair : pair.toReversed()) {
      for (const [name, step] of Object.entries(steps)) {
        const startedMs = performance.now();
        const reply = await step(tried);
        times[`${name}, ${kind}`] ??= [];
        times[`${name}, ${kind}`]?.push(performance.now() - startedMs);
        replies.set(name, (replies.get(name) ?? new Set()).add(JSON.stringify(reply)));
      }
      // Reports are counted by the day.
      await shop.database.sql`delete from stolen_reports`;
    }
  }
  for (const [name, different] of replies) expect([name, different.size]).toEqual([name, 1]);
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other);
    const [half, most] = [millisecondsOf(sorted, 0.5), millisecondsOf(sorted, 0.95)];
    process.stdout.write(`serials: ${tries} ${kind}: median ${half} ms, 95 % below ${most} ms\n`);
  }
}, 600_000);
