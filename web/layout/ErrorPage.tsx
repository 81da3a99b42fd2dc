import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { paths } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { Icon } from '../ui/Icon.tsx';
import { browserSurroundings, recoverChunk } from './chunk-recovery.ts';
import { headRanks, useDocumentHead } from './document-head.ts';
import { faceOf, failureHead } from './failure-face.ts';
import { ChunkFailure } from './lazy-page.tsx';
import { useSite } from './site.ts';

/** Says what went wrong with a page and offers to try again. Never a blank page. */
export function ErrorPage({ failure }: { failure: unknown }) {
  useDocumentHead(failureHead, useSite().origin, headRanks.failure);
  const { title, message, requestId } = faceOf(failure);
  const { isTrying, tryAgain } = useRetry(failure);
  return (
    <div className="mx-auto max-w-page px-4 py-16">
      <div className="max-w-prose" role="alert">
        <div aria-hidden="true" className="staff mb-8 w-40 text-line-strong" />
        <h1>{title}</h1>
        <p className="mt-4 text-muted">{message}</p>
        {requestId && <p className="mt-2 text-sm text-muted">Request {requestId}</p>}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busyLabel="Trying again" isBusy={isTrying} onClick={tryAgain} variant="primary">
          <Icon name="again" />
          Try again
        </Button>
        <Link className={buttonLook()} to={paths.home()}>
          Go to the home page
        </Link>
      </div>
    </div>
  );
}

/** How this failure is tried again: a script needs a new document, everything else only new data. */
function useRetry(failure: unknown): { isTrying: boolean; tryAgain: () => void } {
  const revalidator = useRevalidator();
  const { reset } = useQueryErrorResetBoundary();
  const [isRecovering, setIsRecovering] = useState(false);
  const isChunk = failure instanceof ChunkFailure;

  const recover = async (isAsked: boolean) => {
    setIsRecovering(true);
    const isLeaving = await recoverChunk(browserSurroundings(), isAsked);
    // While the document is being loaded again the button stays busy.
    if (!isLeaving) setIsRecovering(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isChunk) void recover(false);
  }, [failure]);

  const tryAgain = () => {
    if (isChunk) {
      void recover(true);
      return;
    }
    reset();
    void revalidator.revalidate();
  };
  return { isTrying: isRecovering || revalidator.state === 'loading', tryAgain };
}
