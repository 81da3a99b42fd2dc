import { Link } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { useSite } from '../hydration/site.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { LostNote } from '../ui/illustrations/LostNote.tsx';
import { headRanks, useDocumentHead } from './document-head.ts';
import type { Head } from './head.ts';

/** Shown for an unknown address, and for a product that does not exist. */
export function NotFoundPage() {
  useDocumentHead(notFoundHead, useSite().origin, headRanks.failure);
  return (
    <div className="mx-auto flex max-w-page flex-col items-center px-4 py-16 text-center">
      <LostNote className="mb-8 w-80 max-w-full" />
      <h1>{t`This page is not in the score`}</h1>
      <p className="mt-4 max-w-prose text-muted">
        {t`The address may be misspelt, or what stood here has been taken off the shelf.`}
      </p>
      <Link className={`mt-8 ${buttonStyle('primary', 'large')}`} to={paths.home()}>
        {messages.notFound.backHome}
      </Link>
    </div>
  );
}

export const notFoundHead: Head = textsOf({
  title: msg`Page not found`,
  description: msg`There is nothing at this address.`,
  path: null,
  isIndexed: false,
});
