import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { t } from '#contract/text.ts';
import { findBrand } from './find-brand.ts';
import { sayKind } from './say-kind.ts';

/**
 * Kind and maker of a listing in words of the shop: `Trumpet, Yamaha`. A maker whom the shop does not know is text that
 * somebody typed, and is left out. Undefined when neither is known.
 */
export function sayKindAndMaker({
  instrumentKind,
  maker,
}: {
  instrumentKind: string | null;
  maker: string | null;
}): string | undefined {
  const known = instrumentKind === null ? undefined : kindWithId(instrumentKind);
  const kind = known && sayKind(known).name;
  const brand = maker === null ? undefined : findBrand(maker)?.name;
  if (kind === undefined || brand === undefined) return kind ?? brand;
  return t({ message: `${kind}, ${brand}`, context: 'kind and maker of an instrument' });
}
