import { preparePicture } from './prepare-picture.ts';
import { uploadImage } from './upload-image.ts';
import { type UploadedPicture, type UploadList, uploadList } from './upload-list.ts';

/** An upload list that prepares pictures in this browser and uploads them to the shop's image host. */
export function browserUploadList(
  most: number,
  present: readonly UploadedPicture[] = [],
): UploadList {
  return uploadList(
    {
      most,
      prepare: preparePicture,
      upload: uploadImage,
      preview: {
        make: (file) => URL.createObjectURL(file),
        release: (address) => URL.revokeObjectURL(address),
      },
    },
    present,
  );
}
