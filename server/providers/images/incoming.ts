import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '#contract/constants.ts';
import { Problem } from '../../problem.ts';

/**
 * Writes an upload to a new file as it arrives, so that slow and many uploads hold no memory.
 * @throws Problem too-large, bad-input when it is empty; and the stream's own error when it breaks off
 */
export async function receiveUpload(upload: Readable, path: string): Promise<void> {
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

export function tooManyBytes(): Problem {
  return refusedPicture(
    'too-large',
    `A picture may have at most ${limits.imageBytes / 1024 / 1024} MB`,
  );
}

/** A refusal that names the field `image`, so that a form can show it where it belongs. */
export function refusedPicture(
  code: 'bad-input' | 'too-large' | 'wrong-content' | 'cannot-process',
  detail: string,
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field: 'image', message: detail }], cause });
}
