import type { Params } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import type { Category } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryInAnyCase, shownCategoryName } from '#contract/products/shop-categories.ts';
import { repliedText, type ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import type { Step } from '../../../ui/Breadcrumbs.tsx';
import { stepOf } from '../../../ui/choice-of.ts';
import type { SearchState } from '../search-address.ts';

/** What a page of instruments is about, as its address says it; nothing for the page of all kinds. */
export interface Place {
  category?: Category | undefined;
  /** The id of a kind. */
  kind?: string | undefined;
  /** The id of a maker. */
  maker?: string | undefined;
}

export type PlaceFacts = CallReply<'browseInstruments'>;

/** The place at an address; undefined when there can be none. */
export function placeAt({ group, name }: Params): Place | undefined {
  if (group === 'makers') return name === undefined ? undefined : { maker: name };
  if (group !== 'categories') return { kind: group, maker: name };
  const category = categoryInAnyCase(name);
  return category === undefined ? undefined : { category };
}

/** The same for an address whose page is shown. */
export const placeOf = (params: Params): Place => placeAt(params) ?? {};

export const isEveryKind = ({ category, kind, maker }: Place): boolean =>
  category === undefined && kind === undefined && maker === undefined;

/** 'Violin', 'Trumpet by Yamaha' */
export function nameOf(place: Place, facts: PlaceFacts): string {
  const { of, say } = headingOf(place, facts);
  return say(of.text);
}

/** The same as a sentence around what the owner has perhaps written in another language. */
export function headingOf(
  { category }: Place,
  { kind, maker }: PlaceFacts,
): { of: ShownText; say: (text: string) => string } {
  const say = (text: string) =>
    kind && maker ? t`${{ kind: text }} by ${{ maker: maker.name }}` : text;
  if (kind) return { of: repliedText(kind, 'name'), say };
  if (maker) return { of: { text: maker.name }, say };
  return { of: category ? shownCategoryName(category) : { text: t`Instruments by kind` }, say };
}

/** The search for everything on the page. */
export function searchOf({ category }: Place, { kind, maker }: PlaceFacts): SearchState {
  return {
    ...(category && { category }),
    ...(kind && { kind: kind.id }),
    ...(maker && { brand: maker.name }),
  };
}

/** The steps from the home page to the page, which is the last one. Its address is the one for search engines. */
export function trailOf(place: Place, facts: PlaceFacts): Step[] {
  const { kind, maker } = facts;
  const category = place.category ?? kind?.category;
  return [
    { name: t`Home`, path: paths.home() },
    { name: t`Instruments`, path: paths.instruments() },
    ...(category ? [stepOf(shownCategoryName(category), paths.instruments({ category }))] : []),
    ...(kind ? [stepOf(repliedText(kind, 'name'), paths.instruments({ kind: kind.id }))] : []),
    ...(maker
      ? [
          {
            name: maker.name,
            path: kind
              ? paths.instruments({ kind: kind.id, maker: maker.id })
              : paths.instruments({ maker: maker.id }),
          },
        ]
      : []),
  ];
}
