import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import type { Config } from '../config/config.ts';
import { loadLanguages } from '../config/shop/load-languages.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { missingInstrumentTexts } from '../config/shop/read-instruments.ts';
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
    setShopInstruments(shop.instruments);
    const { languages, warnings } = await loadLanguages(shop, { textsFolder, config });
    // Visitors of a shop in production read what is not filled in.
    const unfinished = config.production ? fault : advice;
    const tags = languages.map(({ tag }) => tag);
    const findings = [
      ...shop.warnings.map((warning) =>
        unfinished(`${warning}.`, 'Complete it before you open the shop, and restart.'),
      ),
      ...warnings.map((warning) =>
        advice(
          `${warning}.`,
          'Correct it (docs/languages.md); `npm run shop:texts -- --new <language>` adds texts that a file lacks.',
        ),
      ),
      ...missingInstrumentTexts(shop.instruments, tags).map((text) =>
        advice(
          `${text}.`,
          'Write what is missing; until then readers get the text in the first language of the shop.',
        ),
      ),
    ];
    if (findings.length > 0) return findings;
    return [ok(`The shop is ${shop.public.name}, in ${tags.join(', ')}.`)];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return [fault(error.message, error.remedy)];
  }
}
