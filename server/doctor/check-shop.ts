import { setShopCategories } from '#contract/products/shop-categories.ts';
import type { Config } from '../config/config.ts';
import { loadLanguages } from '../config/shop/load-languages.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import { advice, type Finding, fault, ok } from './finding.ts';

/** The owner's folder: what would refuse the next start, and what is still to be filled in. */
export async function checkShop(
  config: Pick<Config, 'shopFolder' | 'texts' | 'production'>,
  textsFolder: string,
): Promise<Finding[]> {
  try {
    const shop = await loadShop(config.shopFolder);
    // Further checks compare the database with them.
    setShopCategories(shop.public.categories);
    const { languages, warnings } = await loadLanguages(shop, { textsFolder, config });
    // Visitors of a shop in production read what is not filled in.
    const unfinished = config.production ? fault : advice;
    const findings = [
      ...shop.warnings.map((warning) =>
        unfinished(`${warning}.`, 'Fill it in before you open the shop, and restart.'),
      ),
      ...warnings.map((warning) =>
        advice(
          `${warning}.`,
          'Correct it (docs/languages.md); `npm run shop:texts -- --new <language>` adds texts that a file lacks.',
        ),
      ),
    ];
    if (findings.length > 0) return findings;
    const spoken = languages.map(({ tag }) => tag).join(', ');
    return [ok(`The shop is ${shop.public.name}, in ${spoken}.`)];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return [fault(error.message, error.remedy)];
  }
}
