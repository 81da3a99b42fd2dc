import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { limits } from '#contract/constants.ts';
import { refusedPicture } from './refusal.ts';

/**
 * Writes an upload to a new file as it arrives, so that slow and many uploads hold no memory.
 * @throws Problem too-large, bad-input when it is empty; and whatever the upload throws when it breaks off
 */
export async function receiveUpload(upload: AsyncIterable<Buffer>, path: string): Promise<void> {
  let bytes = 0;
  await pipeline(
    upload,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > limits.imageBytes) throw tooManyBytes();
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  if (bytes === 0) throw refusedPicture('bad-input', 'The picture is empty');
}

function tooManyBytes() {
  return refusedPicture(
    'too-large',
    `A picture may have at most ${limits.imageBytes / 1024 / 1024} MB`,
  );
}
