/** One page of a list, and the cursor of the next one. */
export interface Page<Item> {
  items: Item[];
  /** Id of the last item when more follow. */
  nextCursor: string | undefined;
}

/** Above every id, so that the first page needs no statement of its own. */
const beforeTheFirst = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The limit and cursor for a statement. It reads one row more than a page has, to see whether another page follows. */
export function partOf(query: { limit: number; cursor?: string | undefined }): {
  count: number;
  before: string;
} {
  return { count: query.limit + 1, before: query.cursor ?? beforeTheFirst };
}

/** Makes a page of rows that were read with `partOf`. */
export function pageOf<Item extends { _id: string }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.length > limit ? rows.slice(0, limit) : rows;
  return { items, nextCursor: rows.length > limit ? items.at(-1)?._id : undefined };
}

/** The header `Link` (RFC 8288): the same address with the cursor of the next page. Empty on the last page. */
export function nextPageLink(address: string, nextCursor: string | undefined): { link?: string } {
  if (nextCursor === undefined) return {};
  const next = new URL(`http://shop.invalid${address}`);
  next.searchParams.set('cursor', nextCursor);
  return { link: `<${next.pathname}${next.search}>; rel="next"` };
}
