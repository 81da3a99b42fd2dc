import { setupI18n } from '@lingui/core';
import { setShopCountry } from '#contract/delivery/customs-areas.ts';
import { setShopCarriers, setShopZones } from '#contract/delivery/shop-zones.ts';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { setLanguage } from '#contract/language.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { setFirstLanguage } from '#contract/shop/owned-text.ts';
import { setDaysToReturn } from '#contract/shop/return-days.ts';

/*
 * Each file of tests starts with the shop as it comes: a file before it, in the same process, may have set what an owner sets
 * (the check of a shop's folder does, for example).
 */
setLanguage(setupI18n({ locale: 'en', messages: { en: {} } }));
setFirstLanguage('en');
setShopCarriers(undefined);
setShopCategories();
setShopCountry(undefined);
setShopCurrency(usDollar);
setShopInstruments(undefined);
setShopZones(undefined);
setDaysToReturn(undefined);
