import { defaultShop } from '#contract/shop/default-shop.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import type { LoadedShop, MailColours } from '../../core/loaded-shop.ts';

/** The brand of the shop in its mails. */
export interface MailBrand {
  /** The name of the shop. */
  name: string;
  /** Null: those of the default shop. */
  colours: MailColours | null;
  /** Whether the sign of the default shop is drawn before the name: not for a shop with a logo or icon of its own. */
  hasSign: boolean;
  /** The contact data of the shop, in one line; empty when the owner gives none. */
  contact: string;
  /** The time zone for readers whose own is not known. */
  timeZone: string;
  /** Whether the two sides of a sale can review each other. */
  hasReviews: boolean;
  /** Whether people can write to each other. */
  hasMessages: boolean;
}

export const defaultMailBrand: MailBrand = {
  name: defaultShop.name,
  colours: null,
  hasSign: true,
  contact: '',
  timeZone: 'UTC',
  hasReviews: true,
  hasMessages: true,
};

export function mailBrandOf({ public: shop, icons, mailColours }: LoadedShop): MailBrand {
  const hasSign = shop.logo === undefined && icons === null;
  const { address = [], email, telephone } = shop.contact ?? {};
  const contact = [...address, email, telephone].filter(Boolean).join(' · ');
  return {
    name: shop.name,
    colours: mailColours,
    hasSign,
    contact,
    timeZone: shop.timeZone ?? 'UTC',
    hasReviews: hasPart(shop, 'reviews'),
    hasMessages: hasPart(shop, 'messages'),
  };
}
