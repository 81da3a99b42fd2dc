import type { CodePhoto } from '#contract/products/code-photo.ts';

/** The columns of `products` with the picture that shows the code. */
export interface CodePhotoColumns {
  codePhotoId: string | null;
  codePhotoAt: Date | null;
  codePhotoCode: string | null;
  codePhotoBeside: string[] | null;
}
export const codePhotoColumns = [
  'codePhotoId',
  'codePhotoAt',
  'codePhotoCode',
  'codePhotoBeside',
] as const satisfies (keyof CodePhotoColumns)[];

/** What a listing has once it says another kind or maker: the picture was of something else. */
export const noCodePhoto: CodePhotoColumns = {
  codePhotoId: null,
  codePhotoAt: null,
  codePhotoCode: null,
  codePhotoBeside: null,
};

/**
 * @param pictures all of the listing as they are now
 * @returns undefined when there is none, also when its picture was taken out of the listing
 */
export function codePhotoFrom(
  row: CodePhotoColumns,
  pictures: readonly { id: string; url: string }[],
): CodePhoto | undefined {
  const picture = pictures.find(({ id }) => id === row.codePhotoId);
  if (!picture || !row.codePhotoAt || row.codePhotoCode === null) return undefined;
  const older = new Set([picture.id, ...(row.codePhotoBeside ?? [])]);
  return {
    at: row.codePhotoAt.toISOString(),
    pictures: pictures.filter(({ id }) => !older.has(id)).length,
    code: row.codePhotoCode,
    image: picture.url,
  };
}
