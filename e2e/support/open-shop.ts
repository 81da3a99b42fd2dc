import { writeFile } from 'node:fs/promises';
import { startTestServer } from '../../server/testing/test-server.ts';
import { startShop } from './shop.ts';

/**
 * Once per run: a PostgreSQL and the built shop with the demo catalogue, which all tests visit. What a test writes it
 * writes as a user of its own.
 */
export default async function openShop(): Promise<() => Promise<void>> {
  const database = await startTestServer();
  try {
    const shop = await startShop({ DATABASE_URL: database.url });
    process.env.E2E_SHOP_URL = shop.url;
    process.env.E2E_DATABASE_URL = database.url;
    return async () => {
      await writeFile('test-results/shop.log', shop.printed()).catch(() => undefined);
      await shop.stop().finally(() => database.stop());
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** The shop of this run and its database, as the tests' processes know them. */
export function runningShop(): { url: string; databaseUrl: string } {
  const { E2E_SHOP_URL: url, E2E_DATABASE_URL: databaseUrl } = process.env;
  if (!url || !databaseUrl)
    throw new Error('No shop is open; run the tests by `npx playwright test`');
  return { url, databaseUrl };
}
