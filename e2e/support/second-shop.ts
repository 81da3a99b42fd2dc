import { fileURLToPath } from 'node:url';
import { type SeparateServer, startSeparateServer } from './separate-server.ts';
import { test as base } from './test.ts';

/** The folder of a violin shop in Mittenwald, which has nothing in common with the default shop. */
export const secondShopFolder = fileURLToPath(new URL('../shops/saitenreich', import.meta.url));

/**
 * Tests of a shop that its owner has made their own, with a server that has its folder and no products. The files that use
 * it run their tests in one worker (mode `default`), so that each starts one server at most.
 */
export const secondShopTest = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startSeparateServer({ SHOP_DIR: secondShopFolder });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});
