import { addresses } from '#contract/addresses.ts';
import { apiBase } from '../addresses.ts';
import { NetworkFailure } from './failures.ts';
import { refusalOf } from './http-wire.ts';

export interface UploadOptions {
  /** Hears how much has gone, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a picture to the image host and gives its address there. With XMLHttpRequest, because fetch does not tell how
 * far a body has come. Throws a CallFailure, a NetworkFailure, or the signal's reason when it was called off.
 */
export function uploadImage(
  picture: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<string> {
  const { method, path } = addresses.uploadImage;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, apiBase + path);
    request.setRequestHeader('accept', 'application/json, application/problem+json');
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    };
    request.onerror = () => reject(new NetworkFailure('The picture did not arrive'));
    request.onabort = () => reject(signal?.reason ?? new NetworkFailure('It was broken off'));
    request.onload = () => addressIn(request).then(resolve, reject);
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return reject(signal.reason);
    const form = new FormData();
    form.set('image', picture);
    request.send(form);
  });
}

async function addressIn(request: XMLHttpRequest): Promise<string> {
  const { status, responseText } = request;
  if (status >= 200 && status < 300) {
    try {
      const { data } = JSON.parse(responseText) as { data: { url: string } };
      return data.url;
    } catch (cause) {
      throw new NetworkFailure(cause);
    }
  }
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  throw await refusalOf(new Response(responseText, { status, headers }));
}
