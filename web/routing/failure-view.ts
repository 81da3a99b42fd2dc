import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { CallFailure, NetworkFailure } from '../api/failures.ts';
import type { Head } from './head.ts';
import { ChunkFailure } from './lazy-page.ts';

/** The view of a failure. */
export interface FailureView {
  title: string;
  message: string;
}

/**
 * Title and message for a page that failed. The server's own messages are written for people and are shown as they
 * are.
 */
export function failureViewOf(failure: unknown): FailureView {
  if (failure instanceof ChunkFailure) {
    return {
      title: t`This page did not load`,
      message: t`Its script could not be fetched. The connection may be slow, or the shop has just been updated.`,
    };
  }
  if (failure instanceof NetworkFailure) {
    return { title: t`The shop could not be reached`, message: t`Please check your connection.` };
  }
  if (failure instanceof CallFailure) {
    return {
      title: failure.status >= 500 ? t`The shop cannot answer` : t`This page cannot be shown`,
      message: failure.message,
    };
  }
  return {
    title: t`A string broke`,
    message: t`Something went wrong on this page. It is our fault, not yours.`,
  };
}

/** The document head of a page that failed. */
export const failureHead: Head = textsOf({
  title: msg`Something went wrong`,
  description: msg`This page cannot be shown at the moment.`,
  path: null,
  isIndexed: false,
});
