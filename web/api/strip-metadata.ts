import { CallFailure } from './failures.ts';

/** A hosting service serves pictures as uploaded, so they need not be larger than a screen. Pixels. */
const longestEdge = 2_400;
const quality = 0.88;

/**
 * Redraws the picture without its metadata: upright, on white where it is transparent. Camera metadata, such as the
 * location, must not reach a service that serves files unchanged.
 * @throws CallFailure when this browser cannot decode the picture
 */
export async function stripMetadata(picture: File): Promise<File> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => {
    throw unreadable();
  });
  try {
    const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw unreadable();
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const content = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    // File names reveal when and with what a picture was taken, and the service shows them.
    return new File([content], 'picture.jpg', { type: content.type });
  } finally {
    bitmap.close();
  }
}

function unreadable(): CallFailure {
  const detail = 'This picture cannot be read here. Please use a JPEG or PNG.';
  return new CallFailure({ status: 415, detail });
}
