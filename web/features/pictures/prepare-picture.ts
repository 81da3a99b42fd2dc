import { refuseWrongFile } from './picture-kinds.ts';
import { scalePicture } from './scale-picture.ts';
import type { Scaled } from './scale-worker.ts';

/**
 * Prepares a picture for upload in a worker, so that the page stays responsive. If the worker fails to load, the
 * page does it itself.
 * @throws PictureRefusal when the server would refuse the result; the signal's reason when aborted
 */
export async function preparePicture(file: File, signal: AbortSignal): Promise<File> {
  const ready = (await inWorker(file, signal)) ?? (await scalePicture(file));
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
