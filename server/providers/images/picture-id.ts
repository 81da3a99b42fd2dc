/** Whether this has the form of a picture id. Ids become paths and keys, so check before building one. */
export function isPictureId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Returns the id. @throws Error when it is not a picture id */
export function requirePictureId(id: string): string {
  if (!isPictureId(id)) throw new Error('This is not the id of a picture');
  return id;
}

/**
 * The path of a picture's files, at every host: `<last two digits of the id>/<id>`. The last digits are random; the first
 * ones are the time. It is the same for every host, so that pictures can be moved by copying files.
 * @throws Error when it is not a picture id
 */
export function picturePath(id: string): string {
  return `${requirePictureId(id).slice(-2)}/${id}`;
}
