import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import type { HostingService, StoredPicture } from '../port.ts';
import { pictureProblem } from '../processing/picture-problem.ts';
import { processUpload } from '../processing/process-upload.ts';
import { describePicture } from '../processing/renditions.ts';
import type { WorkQueue } from '../processing/work-queue.ts';

interface ImgbbDeps {
  /** The key of the operator's account, which browsers send along. */
  key: string;
  /** For example `https://api.imgbb.com/1/upload`. */
  uploadUrl: string;
  /** Origins under which the service hands pictures out. No other address is ever fetched. */
  pictureOrigins: readonly string[];
  /** Where a fetched picture lies while it is looked at. */
  folder: string;
  queue: WorkQueue;
  /** What fetching one picture may take; by default 15 s. */
  timeoutMs?: number;
}

/** imgbb, or a service that speaks like it (https://api.imgbb.com). */
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
      const upload = contentAt(address, timeoutMs);
      const path = join(folder, `${randomUUID()}.upload`);
      return processUpload(queue, { upload, path }, describePicture);
    },
  };
}

/**
 * The bytes at an address, as they arrive. A redirect is not followed: it could lead anywhere, into our own network too.
 * The time counts until the last byte.
 */
async function* contentAt(address: string, timeoutMs: number): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel();
      throw answer.status >= 500 ? away(answer.status) : nothingThere(answer.status);
    }
    for await (const piece of answer.body) yield Buffer.from(piece);
  } catch (cause) {
    throw cause instanceof Problem ? cause : away(cause);
  }
}

function nothingThere(cause: unknown): Problem {
  return pictureProblem('bad-input', 'There is no picture at this address', cause);
}

function away(cause: unknown): Problem {
  return new Problem('unavailable', 'The service that keeps the pictures does not answer', {
    cause,
    retryAfterSeconds: 10,
  });
}
