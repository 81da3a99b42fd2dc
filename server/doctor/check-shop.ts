import { loadShop, type ShopFolder } from '../config/shop/load-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import { advice, type Finding, fault, ok } from './finding.ts';

/** The owner's folder: what would refuse the next start, and what is still to be filled in. */
export async function checkShop(folder: ShopFolder): Promise<Finding[]> {
  try {
    const { public: shop, warnings } = await loadShop(folder);
    if (warnings.length === 0) return [ok(`The shop is ${shop.name}.`)];
    return warnings.map((warning) =>
      advice(`${warning}.`, 'Fill it in before you open the shop, and restart.'),
    );
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return [fault(error.message, error.remedy)];
  }
}
