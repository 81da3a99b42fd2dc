import { addresses } from '#contract/addresses.ts';
import type { CallReply } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { NetworkFailure } from './failures.ts';
import { refusalOf } from './http-wire.ts';

type UploadPlace = CallReply<'readImageUpload'>;

let known: Promise<UploadPlace> | undefined;

/**
 * Where this shop's pictures are uploaded. Requested once, because it does not change while a page is open; a
 * failure is not cached.
 */
export function uploadPlace(): Promise<UploadPlace> {
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
