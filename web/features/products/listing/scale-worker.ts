import { scaledPicture } from './scale-picture.ts';

/** What the worker answers: the picture, or nothing when drawing it failed. */
export interface Scaled {
  file: File | null;
}

// One picture, then the page ends this worker and with it all the memory that the picture took.
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  const scaled: Scaled = { file: await scaledPicture(data).catch(() => null) };
  postMessage(scaled);
});
