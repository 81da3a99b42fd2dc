import { uploadImage } from '../../../api/upload-image.ts';
import { type KeptPicture, type PictureShelf, pictureShelf } from './picture-shelf.ts';
import { readyPicture } from './scale-off-page.ts';

/** An upload list that prepares pictures in this browser and uploads them to the shop's image host. */
export function shelfInBrowser(kept: readonly KeptPicture[]): PictureShelf {
  return pictureShelf(
    {
      prepare: readyPicture,
      upload: uploadImage,
      preview: {
        make: (file) => URL.createObjectURL(file),
        release: (address) => URL.revokeObjectURL(address),
      },
    },
    kept,
  );
}
