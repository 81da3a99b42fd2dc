/** The place of an item of a list in the body of the response, in bytes. */
export interface ItemPlace {
  id: string;
  start: number;
  end: number;
}

/** Fields of items that one user sees, by the item's id. They replace the fields that everyone sees. */
export type PersonalFieldsById = ReadonlyMap<string, object>;

/**
 * Puts serialised items into a response, and says where each stands.
 * @param around the JSON without items: an empty list, or an object whose field `items` is one
 */
export function insertItems(
  around: string,
  items: readonly { id: string; json: string }[],
): { body: string; places: ItemPlace[] } {
  // In a text the quotation marks would be escaped.
  const [before = '', after = ''] = around.split(around === '[]' ? '[]' : '"items":[]');
  const opening = around === '[]' ? '[' : `${before}"items":[`;
  let end = Buffer.byteLength(opening) - 1;
  const places = items.map(({ id, json }) => {
    // After the opening bracket, or the comma after the item before.
    const start = end + 1;
    end = start + Buffer.byteLength(json);
    return { id, start, end };
  });
  return { body: `${opening}${items.map(({ json }) => json).join(',')}]${after}`, places };
}

/**
 * Writes a user's own fields into a list that is the same for everyone. Only the items that have such fields are parsed
 * and serialised; the bytes of the others are copied.
 * @returns undefined when no item has any
 */
export function bodyWithFields(
  { body, places = [] }: { body: Buffer; places?: readonly ItemPlace[] | undefined },
  fieldsById: PersonalFieldsById,
  serializeItem: (item: object) => string,
): Buffer | undefined {
  const parts: Buffer[] = [];
  let copiedTo = 0;
  for (const { id, start, end } of fieldsById.size > 0 ? places : []) {
    const fields = fieldsById.get(id);
    if (!fields) continue;
    const item: object = JSON.parse(body.toString('utf8', start, end));
    parts.push(body.subarray(copiedTo, start), Buffer.from(serializeItem({ ...item, ...fields })));
    copiedTo = end;
  }
  return parts.length > 0 ? Buffer.concat([...parts, body.subarray(copiedTo)]) : undefined;
}
