import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
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

/** A violin on sale, and somebody who wants it. */
export async function offerViolin({ make, imageId }: SeparateServer) {
  const seller = await make.user({ name: 'Cäcilie Baumöl', role: 'seller' });
  const buyer = await make.user({ name: 'Ämilius Süß' });
  const violin = { name: 'Mittenwalder Geige', price: 2_400, category: 'String' } as const;
  const productId = await make.product(seller.id, { ...violin, imageId, status: 'advertise' });
  return { seller, buyer, productId };
}

/** Everything on the page that somebody can see, listen to, or find by searching the web. */
export function readableTexts(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['alt', 'aria-label', 'title', 'placeholder', 'content'];
    const texts = attributes.flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].map((element) =>
        element.getAttribute(attribute),
      ),
    );
    const statements = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return [
      document.title,
      document.body.innerText,
      ...texts,
      ...statements.map(({ textContent }) => textContent),
    ].join('\n');
  });
}
