/** Whether this is the form of an id. Ids become paths and keys, so whatever is none must never get that far. */
export function isPictureId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** The id itself. @throws Error for what is none */
export function requirePictureId(id: string): string {
  if (!isPictureId(id)) throw new Error('This is not the id of a picture');
  return id;
}

/**
 * Where the files of a picture lie, whatever keeps them: `<two digits>/<id>`. The last digits are random, the first ones
 * are the time and alike for a whole day. It is the same for every host, so that copying all files moves a shop.
 * @throws Error for what is no id
 */
export function picturePath(id: string): string {
  return `${requirePictureId(id).slice(-2)}/${id}`;
}
