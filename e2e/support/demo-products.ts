import type { Locator, Page } from '@playwright/test';
import { query, uniqueNamePattern } from './database.ts';

type Status = 'available' | 'advertise' | 'sold';

interface DemoProduct {
  id: string;
  name: string;
  category: string;
  path: string;
}

/** The first product of the demo catalogue with this status whose seller is verified; the same one at every call. */
export async function demoProduct(status: Status): Promise<DemoProduct> {
  const [found] = await query(
    (sql) => sql<Omit<DemoProduct, 'path'>[]>`
      select p.id, p.name, p.category from products p join users s on s.id = p.seller_id
      where p.status = ${status} and p.withdrawn_at is null and p.category is not null
        and s.verified_at is not null
      order by p.id limit 1`,
  );
  if (!found) throw new Error(`No product of the demo catalogue has the status ${status}`);
  return { ...found, path: `/products/${found.id}` };
}

/** The first card of the demo catalogue in the carousel of the home page: those of other stories come and go while this one runs. */
export function demoCard(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Advertised instruments' })
    .getByRole('article')
    .filter({ hasNotText: uniqueNamePattern })
    .first();
}
