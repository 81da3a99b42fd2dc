import { addresses } from '#contract/call-addresses.ts';
import type { CallReply } from '#contract/calls.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { accessTokenKey, apiBase } from '#contract/constants.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { postFile, replyOf, type UploadOptions } from '../pictures/upload-image.ts';

/** Uploads a clip. Throws a CallFailure, a NetworkFailure, or the signal's reason when it was aborted. */
export async function uploadClip(content: File, options: UploadOptions): Promise<Clip> {
  const token = safeLocalStorage.getItem(accessTokenKey);
  const path = apiBase + addresses.uploadClip.path;
  const sent = await postFile(path, { field: 'clip', content }, { ...options, token });
  return (await replyOf<CallReply<'uploadClip'>>(sent)).clip;
}
