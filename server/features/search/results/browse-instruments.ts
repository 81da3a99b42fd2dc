import type { CallReply, CallRequest } from '#contract/calls.ts';
import type { Brand } from '#contract/instruments/brands.ts';
import { categoryOfKind, type Kind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { brandId, findBrand } from '../../instruments/find-brand.ts';
import { sayKind, sayKindDetails } from '../../instruments/say-kind.ts';
import { listsTag } from '../../products/catalogue-tags.ts';
import { comparePrice } from './compare-price.ts';
import { listKindsOnSale, listMakersOnSale } from './instruments-on-sale.ts';
import type { SearchDeps } from './search-products.ts';

type Query = CallRequest<'browseInstruments'>['query'];

interface Place {
  kind: Kind | undefined;
  maker: Brand | undefined;
}

/**
 * What a page of a category, a kind or a maker shows beside its listings; without any of them, all kinds that are on sale.
 * @returns a function that says it in the current language
 * @throws Problem not-found for a kind or a maker that is not known
 */
export async function browseInstruments(
  deps: SearchDeps,
  { category, kind: kindId, maker: makerName }: Query,
): Promise<() => CallReply<'browseInstruments'>> {
  const kind = kindId === undefined ? undefined : kindWithId(kindId.toLowerCase());
  if (kindId !== undefined && !kind) {
    throw new Problem('not-found', msg`There is no such kind of instrument`);
  }
  const maker = makerName === undefined ? undefined : findBrand(makerName);
  if (makerName !== undefined && !maker)
    throw new Problem('not-found', msg`There is no such maker`);
  const { sql } = deps.reader;
  const [kinds, makers, prices] = await Promise.all([
    listKindsOnSale(sql, {
      maker,
      category: maker ? undefined : (category ?? (kind && categoryOfKind(kind))),
    }),
    kind ? listMakersOnSale(sql, kind) : [],
    pricesOf(deps, { kind, maker }),
  ]);
  return () => ({
    ...(kind && {
      kind: {
        ...inPlace(kind),
        ...sayLookFor(kind),
      },
    }),
    ...(maker && { maker: sayMaker(maker) }),
    kinds: kinds.filter((one) => one !== kind).map(inPlace),
    makers: makers.filter((one) => one !== maker).map(sayMaker),
    ...(prices && { prices }),
  });
}

function inPlace(kind: Kind) {
  const { isInstrument: _, ...place } = sayKind(kind);
  return place;
}

function sayLookFor(kind: Kind) {
  const { checks } = sayKindDetails(kind);
  const others = checks.flatMap(({ languages }, at) =>
    languages?.ask === undefined ? [] : [[at, languages.ask] as const],
  );
  return {
    lookFor: checks.map(({ ask }) => ask),
    ...(others.length > 0 && { lookForLanguages: Object.fromEntries(others) }),
  };
}

const sayMaker = (brand: Brand) => ({ id: brandId(brand), name: brand.name });

/** What a kind costs, of this maker where enough of theirs are known. Makers alone make too many different things. */
async function pricesOf(deps: SearchDeps, { kind, maker }: Place) {
  if (!kind) return undefined;
  const instrument = { name: '', kind: kind.kind, brand: maker?.name };
  const key = JSON.stringify(['prices of kind', kind.kind, maker?.name]);
  const { prices } = await deps.shared(
    key,
    async () => ({ prices: await comparePrice(deps, instrument) }),
    [listsTag],
  );
  return prices;
}
