import type { Locator, Page } from '@playwright/test';
import { collectVocabulary } from '../../server/features/search/words/collect-vocabulary.ts';
import { type SeparateServer, startSeparateServer } from './separate-server.ts';
import { test as base } from './test.ts';

/** A user of the server, who sells nothing. */
export const searchUser = 'ben@reprise.test';
export const cornetCount = 30;

/**
 * Tests of the search, with a server that has three horns (one of them advertised, another one can be sent), a piano, and thirty cornets, and is closed to guests. The
 * files that use it run their tests in one worker (mode `default`), so that each starts one server at most.
 */
export const searchTest = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startSeparateServer({ OPEN_CATALOGUE: '0' });
      await fill(server);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

/** The search field of the navigation bar. */
export function searchField(page: Page): Locator {
  return page
    .getByRole('navigation', { name: 'Main' })
    .getByLabel('Search instruments')
    .getByRole('combobox');
}

/** The cards of the results. */

async function fill({ make, imageId, database }: SeparateServer): Promise<void> {
  const ada = await make.user({ name: 'Ada Fife', role: 'seller' });
  const cleo = await make.user({ name: 'Cleo Lute', role: 'seller' });
  await database.sql`update users set verified_at = now() where id = ${cleo.id}`;
  await make.user({ name: 'Ben Lute', email: searchUser });
  // Words of products are suggested a minute after their listing.
  const listing = { imageId, at: new Date(Date.now() - 120_000) };
  for (let number = 1; number <= cornetCount; number += 1) {
    const status = number === 1 ? 'advertise' : 'available';
    const cornet = {
      ...listing,
      name: `Cornet No. ${number}`,
      price: 50 + number,
      status,
    } as const;
    await make.product(ada.id, cornet);
  }
  const horn = { ...listing, category: 'Brass', description: 'Played in a band.' } as const;
  const sale = { ...horn, status: 'advertise', condition: 'Excellent', location: 'Leeds' } as const;
  await make.product(ada.id, { ...sale, name: 'Tenor horn', price: 900, year: 1998 });
  await make.product(ada.id, { ...horn, name: 'Post horn', price: 300, location: 'York' });
  const sent = { pickup: true, shipping: { everywhere: 12.5 } };
  const far = { ...horn, name: 'French horn', price: 1500, location: 'York', delivery: sent };
  await make.product(cleo.id, far);
  const piano = { ...listing, category: 'Keyboard', name: 'Stage piano P-45' } as const;
  await make.product(ada.id, { ...piano, price: 250, location: 'York' });
  await collectVocabulary({ database, clock: { now: () => new Date() } });
}
