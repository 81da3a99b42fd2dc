import { defaultShop } from '#contract/default-shop.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';

/** How mails show whose they are. */
export interface MailBrand {
  /** The name of the shop. */
  name: string;
}

export const defaultMailBrand: MailBrand = { name: defaultShop.name };

export function mailBrandOf({ public: { name } }: LoadedShop): MailBrand {
  return { name };
}
