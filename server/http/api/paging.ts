/** One page of a list, and where the next one begins. */
export interface Page<Item> {
  items: Item[];
  /** Id of the last item when more follow. */
  nextCursor: string | undefined;
}

/** Higher than any id that is given out: the list from its beginning, with the same statement. */
const beforeTheFirst = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The part of a list that a query asks for. One more than is shown tells whether a next page exists. */
export function partOf(query: { limit: number; cursor?: string | undefined }): {
  count: number;
  before: string;
} {
  return { count: query.limit + 1, before: query.cursor ?? beforeTheFirst };
}

/** Cuts rows, one more of which was asked for than is shown, into a page. */
export function pageOf<Item extends { _id: string }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.length > limit ? rows.slice(0, limit) : rows;
  return { items, nextCursor: rows.length > limit ? items.at(-1)?._id : undefined };
}

/** The header `Link` (RFC 8288) that names the next page and keeps the rest of the query; nothing on the last page. */
export function nextPageLink(url: string, nextCursor: string | undefined): { link?: string } {
  if (nextCursor === undefined) return {};
  const next = new URL(`http://shop.invalid${url}`);
  next.searchParams.set('cursor', nextCursor);
  return { link: `<${next.pathname}${next.search}>; rel="next"` };
}
