import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';
import type { StoredClip } from '../port.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** What the thread finds out. The size of the file is known when it has ended. */
export type PreparedClip = Omit<StoredClip, 'bytes'>;

/** What the thread is told. */
export interface ClipOrder {
  from: string;
  to: string;
  maxSeconds: number;
}

/** Why a file is refused: not a format of ours, a codec that browsers do not play, too long, too large a picture, or not whole. */
export type ClipFault = 'format' | 'codec' | 'long' | 'large' | 'damaged';

type ClipReport = PreparedClip | { fault: ClipFault; cause: string };

/** Copying 40 MB takes less than a second. A damaged file must not keep a thread from others for longer than a busy server needs. */
const defaultTimeoutMs = 10_000;
const threadMemoryMb = 192;

/** Creates the queue that limits how many clips are worked on at the same time. */
export function createClipQueue({ waiting = 12 } = {}): WorkQueue {
  const detail = msg`Many clips are being processed right now. Please try again in a moment.`;
  return createWorkQueue({ memoryBytes: 2 * threadMemoryMb, concurrency: 2, waiting, detail });
}

/**
 * Writes an upload to a temporary file as it arrives, and copies its sound and pictures, as they are encoded, into a new file
 * without anything else, for `work`. Both files are removed in any case. The whole clip is never in memory.
 * @param path of the temporary files; their folder is created if necessary
 * @throws Problem bad-input, too-large, wrong-content, cannot-process for the field `clip`; unavailable when too much work is
 * waiting; whatever the upload throws when it breaks off, and whatever `work` throws
 */
export async function prepareClip<Result>(
  queue: WorkQueue,
  {
    upload,
    path,
    timeoutMs = defaultTimeoutMs,
  }: { upload: AsyncIterable<Buffer>; path: string; timeoutMs?: number },
  work: (path: string, clip: StoredClip) => Promise<Result>,
): Promise<Result> {
  const from = `${path}.upload`;
  const to = `${path}.clip`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await receive(upload, from);
    const order = { from, to, maxSeconds: limits.clipSeconds };
    const clip = await queue.run(threadMemoryMb, () => runThread(order, timeoutMs));
    const { size: bytes } = await stat(to);
    if (bytes > limits.clipBytes) throw refusalOf('damaged');
    return await work(to, { ...clip, bytes });
  } finally {
    await rm(from, { force: true });
    await rm(to, { force: true });
  }
}

async function receive(upload: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of upload) {
      bytes += chunk.length;
      if (bytes > limits.clipBytes) {
        const megabytes = limits.clipBytes / 1024 / 1024;
        throw clipProblem('too-large', msg`A clip may have at most ${megabytes} MB`);
      }
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (bytes === 0) throw clipProblem('bad-input', msg`The clip is empty`);
}

/** A built server has the thread's file beside its own, under the same name. */
const program = new URL('./clip-worker.js', import.meta.url);

/** @throws Problem for what its sender can do something about; Error when the thread itself does not run */
function runThread(order: ClipOrder, timeoutMs: number): Promise<PreparedClip> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb, maxYoungGenerationSizeMb: 32 },
      // It gets no secret of the server.
      env: {},
      execArgv: [],
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      void thread.terminate().then(settle, settle);
    };
    const timer = setTimeout(
      () => end(() => reject(refusalOf('damaged', new Error('The thread took too long')))),
      timeoutMs,
    );
    thread.once('message', (report: ClipReport) =>
      end(() =>
        'fault' in report
          ? reject(refusalOf(report.fault, new Error(report.cause)))
          : resolve(report),
      ),
    );
    thread.once('error', (cause: NodeJS.ErrnoException) =>
      end(() =>
        reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusalOf('damaged', cause) : cause),
      ),
    );
  });
}

function refusalOf(fault: ClipFault, cause?: unknown): Problem {
  switch (fault) {
    case 'format':
      return clipProblem(
        'wrong-content',
        msg`Send a clip as MP3, M4A, OGG, WAV, MP4, WebM or MOV`,
        cause,
      );
    case 'codec':
      return clipProblem(
        'wrong-content',
        msg`Browsers cannot play how this clip is encoded. Save it as MP3, M4A or MP4`,
        cause,
      );
    case 'long':
      return clipProblem(
        'cannot-process',
        msg`This clip is longer than ${limits.clipSeconds} seconds. Cut it to what matters`,
        cause,
      );
    case 'large':
      return clipProblem(
        'cannot-process',
        msg`The picture of this clip is larger than 4K. Record it smaller`,
        cause,
      );
    case 'damaged':
      return clipProblem('cannot-process', msg`This clip is damaged or incomplete`, cause);
  }
}

function clipProblem(
  code: 'bad-input' | 'too-large' | 'wrong-content' | 'cannot-process',
  detail: ProblemText,
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field: 'clip', message: detail }], cause });
}
