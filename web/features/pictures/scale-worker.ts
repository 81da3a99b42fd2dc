import { scalePicture } from './scale-picture.ts';

/** The worker's reply: the picture, or nothing when scaling failed. */
export interface Scaled {
  file: File | null;
}

// One picture per worker: the page then terminates it, which frees all of its memory.
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  const scaled: Scaled = { file: await scalePicture(data).catch(() => null) };
  postMessage(scaled);
});
