import { correctedMessages } from '#contract/corrected-messages.ts';
import { replaceTexts } from '#contract/messages.ts';
import { setShopCurrency } from '#contract/shop-currency.ts';
import { chargedByStripe } from '#contract/stripe-amounts.ts';
import type { Config } from '../config/config.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';

/** Sets the currency of this process, with what the card provider asks of prices in it. */
export function withCurrency(shop: LoadedShop, { stripe }: Config): LoadedShop {
  const { currency: chosen } = shop.public;
  const currency = stripe ? chargedByStripe(chosen) : chosen;
  setShopCurrency(currency);
  return { ...shop, public: { ...shop.public, currency } };
}

/** Texts are the same in the whole process, as a process has one shop. */
export function withTexts(shop: LoadedShop, texts: Config['texts']): LoadedShop {
  if (texts === 'specified') return shop;
  replaceTexts(correctedMessages);
  return { ...shop, public: { ...shop.public, texts: correctedMessages } };
}
