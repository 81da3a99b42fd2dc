import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import type { HostingService, StoredPicture } from '../port.ts';
import { detectFormat } from '../processing/detect-format.ts';
import { pictureProblem } from '../processing/picture-problem.ts';
import { processUpload } from '../processing/process-upload.ts';
import { describePicture } from '../processing/renditions.ts';
import type { WorkQueue } from '../processing/work-queue.ts';

interface ImgbbDeps {
  /** The API key of the operator's account, which browsers send. */
  key: string;
  /** The address, such as `https://api.imgbb.com/1/upload`. */
  uploadUrl: string;
  /** Origins that serve the pictures. No other URL is ever fetched. */
  pictureOrigins: readonly string[];
  /** Folder for temporary files. */
  folder: string;
  queue: WorkQueue;
  /** Timeout of fetching one picture; by default 15 s. */
  timeoutMs?: number;
}

/** imgbb, or a service with the same API (https://api.imgbb.com). */
export function createImgbbHosting(deps: ImgbbDeps): HostingService {
  const { key, pictureOrigins, folder, queue, timeoutMs = 15_000 } = deps;
  const uploadUrl = new URL(deps.uploadUrl);
  uploadUrl.searchParams.set('key', key);

  return {
    name: 'imgbb',
    uploadUrl: uploadUrl.href,

    ownUrl(address) {
      if (!URL.canParse(address)) return null;
      const url = new URL(address);
      const isOwn = pictureOrigins.includes(url.origin) && !url.username && !url.password;
      url.hash = '';
      return isOwn ? url.href : null;
    },

    inspect(address): Promise<StoredPicture> {
      const upload = fetchContent(address, timeoutMs);
      const path = join(folder, `${randomUUID()}.upload`);
      return processUpload(queue, { upload, path }, describePicture);
    },

    async read(address) {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of fetchContent(address, timeoutMs)) {
        bytes += piece.length;
        if (bytes > limits.imageBytes)
          throw pictureProblem('too-large', msg`The picture is too large`);
        pieces.push(piece);
      }
      const content = Buffer.concat(pieces);
      const format = detectFormat(content);
      if (!format) throw notFound(address);
      return { content, format };
    },
  };
}

/**
 * Streams the content at a URL. Redirects are not followed, because they could lead into our own network. The timeout
 * covers the whole body.
 */
async function* fetchContent(address: string, timeoutMs: number): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { redirect: 'manual', signal });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw response.status >= 500 ? unavailable(response.status) : notFound(response.status);
    }
    for await (const piece of response.body) yield Buffer.from(piece);
  } catch (cause) {
    throw cause instanceof Problem ? cause : unavailable(cause);
  }
}

function notFound(cause: unknown): Problem {
  return pictureProblem('bad-input', msg`There is no picture at this address`, cause);
}

function unavailable(cause: unknown): Problem {
  return new Problem('unavailable', msg`The service that stores the pictures does not answer`, {
    cause,
    retryAfterSeconds: 10,
  });
}
