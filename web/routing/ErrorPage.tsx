import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useSite } from '../hydration/site.ts';
import { Button } from '../ui/Button.tsx';
import { buttonStyle } from '../ui/button-style.ts';
import { Icon } from '../ui/Icon.tsx';
import { reloadIfReachable } from './chunk-reload.ts';
import { headRanks, useDocumentHead } from './document-head.ts';
import { failureHead, failureViewOf } from './failure-view.ts';
import { ChunkFailure } from './lazy-page.ts';

/** Explains why a page failed and offers to try again. */
export function ErrorPage({ failure }: { failure: unknown }) {
  useDocumentHead(failureHead, useSite().origin, headRanks.failure);
  const { title, message } = failureViewOf(failure);
  const { isTrying, tryAgain } = useRetry(failure);
  return (
    <div className="mx-auto max-w-page px-4 py-16">
      <div className="max-w-prose" role="alert">
        <div aria-hidden="true" className="staff mb-8 w-40 text-line-strong" />
        <h1>{title}</h1>
        <p className="mt-4 text-muted">{message}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busyLabel={t`Trying again`} isBusy={isTrying} onClick={tryAgain} variant="primary">
          <Icon name="again" />
          {t`Try again`}
        </Button>
        <Link className={buttonStyle()} to={paths.home()}>
          {t`Go to the home page`}
        </Link>
      </div>
    </div>
  );
}

/** The way to retry: a failed script needs a reload of the document, everything else only fresh data. */
function useRetry(failure: unknown): { isTrying: boolean; tryAgain: () => void } {
  const revalidator = useRevalidator();
  const { reset } = useQueryErrorResetBoundary();
  const [isReloading, setIsReloading] = useState(false);

  const tryAgain = async () => {
    if (!(failure instanceof ChunkFailure)) {
      reset();
      await revalidator.revalidate();
      return;
    }
    setIsReloading(true);
    if (!(await reloadIfReachable())) setIsReloading(false);
  };
  const onOnline = useEffectEvent(() => void tryAgain());

  useEffect(() => {
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  return {
    isTrying: isReloading || revalidator.state === 'loading',
    tryAgain: () => void tryAgain(),
  };
}
