/** One page of a list, and the cursor of the next one. */
export interface Page<Item> {
  items: Item[];
  /** Id of the last item when more follow. */
  nextCursor: string | undefined;
}

/** A page whose items are what everyone sees, with the fields that the caller sees differently. */
export interface ViewedPage<Item> extends Page<Item> {
  /** By the id of the item; items that have none are left out. */
  personal: ReadonlyMap<string, Partial<Item>>;
  /** The cache tags of what everyone sees of it, where they are not those of the call. */
  tags?: readonly string[];
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

/** The same for rows in which the caller sees more than others do. */
export function viewedPageOf<Item extends { _id: string }>(
  { items, personal }: { items: Item[]; personal: ReadonlyMap<string, Partial<Item>> },
  limit: number,
): ViewedPage<Item> {
  return { ...pageOf(items, limit), personal };
}

/** The items as the caller sees them. */
export function itemsForCaller<Item extends { _id: string }>({
  items,
  personal,
}: Pick<ViewedPage<Item>, 'items' | 'personal'>): Item[] {
  if (personal.size === 0) return items;
  return items.map((item) => {
    const fields = personal.get(item._id);
    return fields ? { ...item, ...fields } : item;
  });
}

/** The header `Link` (RFC 8288): the same address with the cursor of the next page. Empty on the last page. */
export function nextPageLink(address: string, nextCursor: string | undefined): { link?: string } {
  if (nextCursor === undefined) return {};
  const [path, query] = address.split('?');
  const search = new URLSearchParams(query);
  search.set('cursor', nextCursor);
  return { link: `<${path}?${search}>; rel="next"` };
}
