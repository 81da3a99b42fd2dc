/** Where an item of a list stands in the body of the response, in bytes. */
export interface ItemPlace {
  id: string;
  start: number;
  end: number;
}

/** Fields of items that one user sees, by the item's id. They replace the fields that everybody sees. */
export type PersonalFieldsById = ReadonlyMap<string, object>;

/** The JSON of a list of serialised items, with the place of each. */
export function joinItems(items: readonly { id: string; json: string }[]): {
  body: string;
  places: ItemPlace[];
} {
  let end = 0;
  const places = items.map(({ id, json }) => {
    // After the opening bracket, or the comma after the item before.
    const start = end + 1;
    end = start + Buffer.byteLength(json);
    return { id, start, end };
  });
  return { body: `[${items.map(({ json }) => json).join(',')}]`, places };
}

/**
 * Writes a user's own fields into a list that is the same for everybody. Only the items that have such fields are parsed
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
