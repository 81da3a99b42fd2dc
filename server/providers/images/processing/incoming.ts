import { open } from 'node:fs/promises';
import { limits } from '#contract/constants.ts';
import { pictureProblem } from './picture-problem.ts';

/**
 * Writes an upload to a new file as it arrives, so that slow and many uploads hold no memory. Whether it succeeds or
 * not, the file is closed when this returns, so that it can be removed for good.
 * @throws Problem too-large, bad-input when it is empty; and whatever the upload throws when it breaks off
 */
export async function receiveUpload(upload: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of upload) {
      bytes += chunk.length;
      if (bytes > limits.imageBytes) throw tooManyBytes();
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (bytes === 0) throw pictureProblem('bad-input', 'The picture is empty');
}

function tooManyBytes() {
  return pictureProblem(
    'too-large',
    `A picture may have at most ${limits.imageBytes / 1024 / 1024} MB`,
  );
}
