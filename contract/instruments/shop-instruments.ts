import type { Category } from '../constants.ts';
import { findCategory } from '../products/shop-categories.ts';
import { type OwnedText, textsByLanguage } from '../shop/owned-text.ts';
import { perShop, shopHasChanged } from '../shop/per-shop.ts';
import { type Brand, builtInBrands } from './brands.ts';
import type { OwnInstruments } from './instrument-settings.ts';
import { type BuiltInInstruments, builtInInstruments } from './kinds.ts';
import { normalBrand } from './normal-brand.ts';

type BuiltIn<Table extends 'attributes' | 'checks' | 'photos'> = BuiltInInstruments[Table][string];

/**
 * A text in English that is translated with the shop, or what its owner has written: then always by language, so that it is not
 * taken for an English one.
 */
type SaidText = string | Readonly<Record<string, string>>;

/** A kind that comes with the shop, or one of its owner. */
export interface Kind {
  kind: string;
  label: SaidText;
  /** As it is written; `categoryOfKind` says where it is. */
  category?: Category | undefined;
  instrument?: false | undefined;
  googleProductCategory?: number | undefined;
  /** For customs, from memory: to be checked. */
  hs?: string | undefined;
  words: Readonly<Record<string, readonly string[]>>;
  attributes: readonly { id: string; values?: readonly string[] | undefined }[];
  without?: readonly string[] | undefined;
  checks: readonly string[];
  photos: readonly string[];
  materials?: readonly string[] | undefined;
  brandGroups: readonly string[];
  /** Whether the owner has written it. */
  isOwn?: true;
  /** Whether it cannot be chosen or searched: listings that have it keep it. */
  isHidden?: true;
  /** Ids of former kinds whose listings have this one now. */
  was?: readonly string[] | undefined;
}

export interface Attribute
  extends Omit<BuiltIn<'attributes'>, 'label' | 'values' | 'unit' | 'ask'> {
  label: SaidText;
  values?: Readonly<Record<string, SaidText>> | undefined;
  unit?: SaidText | undefined;
  ask?: SaidText | undefined;
}

interface Check extends Omit<BuiltIn<'checks'>, 'ask' | 'fine' | 'flaw'> {
  ask: SaidText;
  fine: SaidText;
  flaw: SaidText;
}

interface Photo {
  label: SaidText;
  why: SaidText;
}

type Table<Entry> = Readonly<Record<string, Entry>>;

/** What the shop knows of instruments: what comes with it, and what its owner has added. */
export interface Instruments
  extends Pick<BuiltInInstruments, 'common' | 'photoOfEveryKind' | 'materials'> {
  /** Those that are shown, in their order: first those that come with the shop. */
  kinds: readonly Kind[];
  hiddenKinds: readonly Kind[];
  attributes: Table<Attribute>;
  checks: Table<Check>;
  photos: Table<Photo>;
  brands: readonly Brand[];
}

let own: OwnInstruments | undefined;

/** Sets what the owner says of instruments, at the start of a server. */
export function setShopInstruments(instruments: OwnInstruments | undefined): void {
  if (instruments === own) return;
  own = instruments;
  shopHasChanged();
}

/** What the shop knows of instruments. */
export const shopInstruments = perShop(() => merge(own));

/** The makers that the shop knows. */
export const shopBrands = (): readonly Brand[] => shopInstruments().brands;

const kindById = perShop(() => {
  const { kinds, hiddenKinds } = shopInstruments();
  const shown = kinds.map((one) => [one.kind, one] as const);
  const former = kinds.flatMap((one) => (one.was ?? []).map((id) => [id, one] as const));
  return new Map([...hiddenKinds.map((one) => [one.kind, one] as const), ...former, ...shown]);
});

/** The kind that has this id, or had it: one that is hidden as well. */
export const kindWithId = (wanted: string): Kind | undefined => kindById().get(wanted);

/** The category of the shop that a kind is in; undefined in a shop that does not have it. */
export const categoryOfKind = ({ category }: Kind): Category | undefined => findCategory(category);

function merge(given: OwnInstruments | undefined): Instruments {
  const { kinds: builtInKinds, ...builtIn } = builtInInstruments;
  if (!given) return { ...builtIn, kinds: builtInKinds, hiddenKinds: [], brands: builtInBrands };
  const { show, hide = [], categories } = given;
  const isShown = (id: string) => (show ? show.includes(id) : !hide.includes(id));
  const placed = builtInKinds.map((one): Kind => {
    const category = categories[one.kind];
    return category === undefined ? one : { ...one, category };
  });
  return {
    ...builtIn,
    kinds: [...placed.filter(({ kind }) => isShown(kind)), ...given.kinds.map(ownKind)],
    hiddenKinds: placed
      .filter(({ kind }) => !isShown(kind))
      .map((one) => ({ ...one, isHidden: true })),
    attributes: { ...builtIn.attributes, ...mapTable(given.attributes, ownAttribute) },
    checks: {
      ...builtIn.checks,
      ...mapTable(given.checks, ({ ask, fine, flaw, ...rest }) => ({
        ...rest,
        ask: said(ask),
        fine: said(fine),
        flaw: said(flaw),
      })),
    },
    photos: {
      ...builtIn.photos,
      ...mapTable(given.photos, ({ label, why }) => ({ label: said(label), why: said(why) })),
    },
    brands: mergeBrands(given.brands),
  };
}

const said = (text: OwnedText) => textsByLanguage(text);

const mapTable = <From, To>(table: Table<From>, map: (entry: From) => To): Table<To> =>
  Object.fromEntries(Object.entries(table).map(([id, entry]) => [id, map(entry)]));

/** Its name is one of its words, the first of its language. Without groups of makers it is one of its own. */
function ownKind({ label, words = {}, ...kind }: OwnInstruments['kinds'][number]): Kind {
  const labels = said(label);
  const further: Table<readonly string[]> = Array.isArray(words)
    ? { [Object.keys(labels)[0] ?? 'en']: words }
    : words;
  const tags = [...new Set([...Object.keys(labels), ...Object.keys(further)])];
  const all = tags.map((tag) => [tag, [labels[tag] ?? [], further[tag] ?? []].flat()]);
  return {
    ...kind,
    label: labels,
    words: Object.fromEntries(all),
    brandGroups: kind.brandGroups ?? [kind.kind],
    isOwn: true,
  };
}

function ownAttribute({
  label,
  ask,
  unit,
  values,
  ...attribute
}: OwnInstruments['attributes'][string]): Attribute {
  return {
    ...attribute,
    label: said(label),
    ...(ask !== undefined && { ask: said(ask) }),
    ...(unit !== undefined && { unit: said(unit) }),
    ...(values && { values: mapTable(values, said) }),
  };
}

/** A maker that comes with the shop gets the groups and the other names that the owner adds. */
function mergeBrands(added: OwnInstruments['brands']): Brand[] {
  const byName = new Map(builtInBrands.map((one) => [one.name, one]));
  for (const { name, aliases = [], groups = [], country = '' } of added) {
    const known = builtInBrandNamed(name);
    const names = [...(known?.aliases ?? []), ...aliases];
    byName.set(known?.name ?? name, {
      name: known?.name ?? name,
      ...(names.length > 0 && { aliases: names }),
      groups: [...new Set([...(known?.groups ?? []), ...groups])],
      country: known?.country ?? country,
    });
  }
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

const builtInByName = new Map(
  builtInBrands.flatMap((brand) =>
    [brand.name, ...(brand.aliases ?? [])].map((name) => [normalBrand(name), brand] as const),
  ),
);

/** The maker that comes with the shop and has this name, or another of its names. */
export const builtInBrandNamed = (name: string): Brand | undefined =>
  builtInByName.get(normalBrand(name));
