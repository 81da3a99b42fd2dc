import { refuseWrongFile } from './picture-kinds.ts';
import { scaledPicture } from './scale-picture.ts';
import type { Scaled } from './scale-worker.ts';

/**
 * Makes a picture ready for the upload beside the page, which goes on answering meanwhile. Where no worker comes (its
 * script did not arrive) the page does it itself.
 * @throws PictureRefusal when the shop would not take what comes out; the reason of `signal` when called off
 */
export async function readyPicture(file: File, signal: AbortSignal): Promise<File> {
  const ready = (await inWorker(file, signal)) ?? (await scaledPicture(file));
  signal.throwIfAborted();
  refuseWrongFile(ready);
  return ready;
}

/** Null when no worker could do it. */
function inWorker(file: File, signal: AbortSignal): Promise<File | null> {
  return new Promise<File | null>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./scale-worker.ts', import.meta.url), { type: 'module' });
    const end = () => {
      worker.terminate();
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp);
    worker.onmessage = ({ data }: MessageEvent<Scaled>) => {
      end();
      resolve(data.file);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      resolve(null);
    };
    worker.postMessage(file);
  });
}
