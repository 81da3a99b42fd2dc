import type { Category } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { shopHas } from '../ui/current-shop.ts';

/*
 * Where links to a category, a kind or a maker lead: to pages that everyone may see. Without the open catalogue these are
 * searches, which show a guest what is advertised. Only the tiles of the home page and the menu of signed-in users lead to
 * `/category/{name}`, which asks guests to log in, because the specification says so.
 */

const isOpen = () => shopHas('open-catalogue');

/** All that a guest may see. */
export const browseLink = (): string => (isOpen() ? paths.instruments() : paths.search());

export const categoryLink = (category: Category): string =>
  isOpen() ? paths.instruments({ category }) : paths.search({ category });

export const kindLink = (kind: string): string =>
  isOpen() ? paths.instruments({ kind }) : paths.search({ kind });

/** `maker` is the id of a maker that is known. */
export const makerLink = (kind: string, maker: { id: string; name: string }): string =>
  isOpen()
    ? paths.instruments({ kind, maker: maker.id })
    : paths.search({ kind, brand: maker.name });
