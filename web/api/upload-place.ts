import { addresses } from '#contract/addresses.ts';
import type { CallReply } from '#contract/calls.ts';
import { apiBase } from '../routing/paths.ts';
import { NetworkFailure } from './failures.ts';
import { refusalOf } from './http-wire.ts';

type UploadPlace = CallReply<'readImageUpload'>;

let known: Promise<UploadPlace> | undefined;

/** Where this shop has pictures uploaded. Asked once, for it does not change while a page is open; a failure is forgotten. */
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
  // The server is held to the contract by its serialiser.
  const place: Promise<UploadPlace> = response.json();
  return place.catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
}
