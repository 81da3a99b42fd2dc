import { addresses } from '#contract/call-addresses.ts';
import type { CallReply } from '#contract/calls.ts';
import { accessTokenKey, apiBase } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { refusalOf } from '../../api/http-wire.ts';
import { safeLocalStorage } from '../../browser-storage.ts';

export interface UploadOptions {
  /** Receives the progress from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a picture to this shop's image host, which may be an external service, and returns its URL. Throws a
 * CallFailure, a NetworkFailure, or the signal's reason when it was aborted.
 */
export async function uploadImage(picture: File, options: UploadOptions = {}): Promise<string> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { url, direct } = await uploadPlace();
  signal?.throwIfAborted();
  if (!direct) {
    const token = safeLocalStorage.getItem(accessTokenKey);
    const path = apiBase + addresses.uploadImage.path;
    const sent = await postFile(path, { field: 'image', content: picture }, { ...options, token });
    return (await replyOf<{ data: { url: string } }>(sent)).data.url;
  }
  const bare = await stripMetadata(picture);
  signal?.throwIfAborted();
  return hostedAddressIn(await postElsewhere(url, bare, options));
}

/**
 * Progress events on a cross-origin upload need a CORS preflight. If the server does not support it, nothing was
 * sent yet, and the picture is sent without progress.
 */
async function postElsewhere(
  url: string,
  picture: File,
  { onProgress, signal }: UploadOptions,
): Promise<XMLHttpRequest> {
  const file = { field: 'image', content: picture };
  let hasBegun = false;
  const reportProgress = (share: number) => {
    hasBegun = true;
    onProgress?.(share);
  };
  try {
    return await postFile(url, file, { onProgress: reportProgress, ...(signal ? { signal } : {}) });
  } catch (failure) {
    if (hasBegun || !(failure instanceof NetworkFailure)) throw failure;
    return postFile(url, file, signal ? { signal } : {});
  }
}

/** Sends a form with one file. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function postFile(
  url: string,
  { field, content }: { field: string; content: File },
  { onProgress, signal, token = null }: UploadOptions & { token?: string | null },
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json, application/problem+json');
    // The owner of the file. Without a token it becomes that of the first user who uses it.
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'text';
    if (onProgress) {
      request.upload.onprogress = ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total);
      };
    }
    request.onerror = () => reject(new NetworkFailure('The file did not upload'));
    request.onabort = () => reject(signal?.reason ?? new NetworkFailure('It was interrupted'));
    request.onload = () => resolve(request);
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    form.set(field, content);
    request.send(form);
  });
}

/** The reply of this shop. The server's serialisers enforce the contract. */
export async function replyOf<Reply>(request: XMLHttpRequest): Promise<Reply> {
  const { status, responseText } = request;
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(responseText) as Reply;
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

/** The hosting service's reply: `success` with the picture's URL, or an error. */
function hostedAddressIn({ status, responseText }: XMLHttpRequest): string {
  const answer = hostedAnswer(responseText);
  const url = answer.data?.url;
  if (answer.success === true && typeof url === 'string') return url;
  const detail = answer.error?.message ?? t`The image service answered ${status}.`;
  throw new CallFailure({ status: status >= 400 ? status : 502, detail });
}

function hostedAnswer(text: string) {
  try {
    const answer: unknown = JSON.parse(text);
    // An external reply: any part of it may be missing.
    return (answer ?? {}) as {
      success?: unknown;
      data?: { url?: unknown };
      error?: { message?: string };
    };
  } catch (cause) {
    throw new NetworkFailure(cause);
  }
}

type UploadPlace = CallReply<'readImageUpload'>;

let known: Promise<UploadPlace> | undefined;

/**
 * The address of the shop's uploads. It is requested once, because it does not change while a page is open; a failure
 * is not cached.
 */
function uploadPlace(): Promise<UploadPlace> {
  known ??= ask().catch((failure: unknown) => {
    known = undefined;
    throw failure;
  });
  return known;
}

async function ask(): Promise<UploadPlace> {
  const response = await fetch(apiBase + addresses.readImageUpload.path, {
    headers: { accept: 'application/json, application/problem+json' },
  }).catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
  if (!response.ok) throw await refusalOf(response);
  // The server's serialisers enforce the contract.
  const place: Promise<UploadPlace> = response.json();
  return place.catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
}

/** A hosting service serves pictures as uploaded, so they need not be larger than a screen. Pixels. */
const longestEdge = 2_400;
const quality = 0.88;

/**
 * Redraws the picture without its metadata: upright, on white where it is transparent. Camera metadata, such as the
 * location, must not reach a service that serves files unchanged.
 * @throws CallFailure when this browser cannot decode the picture
 */
async function stripMetadata(picture: File): Promise<File> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => {
    throw unreadable();
  });
  try {
    const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw unreadable();
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const content = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    // File names reveal when and with what a picture was taken, and the service shows them.
    return new File([content], 'picture.jpg', { type: content.type });
  } finally {
    bitmap.close();
  }
}

function unreadable(): CallFailure {
  const detail = t`This picture cannot be read here. Please use a JPEG or PNG.`;
  return new CallFailure({ status: 415, detail });
}
