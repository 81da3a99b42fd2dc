import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { browserSurroundings, forgetChunkReload } from './chunk-recovery.ts';
import { headRanks, useDocumentHead } from './document-head.ts';
import { replayEarlyClick } from './early-click-replay.ts';
import type { Head } from './head.ts';
import { headOf, type PagePlan } from './page-plan.ts';
import { useSite } from './site.ts';

/** A page whose script is there, and the document's head as the page has it. */
export function ShownPage({ plan }: { plan: PagePlan }) {
  usePageHead(plan);
  useEffect(() => {
    forgetChunkReload(browserSurroundings());
    replayEarlyClick('page');
  }, []);
  return <plan.page.Page />;
}

/** Keeps the head as the page has it: when data comes late, and when it changes. */
function usePageHead(plan: PagePlan): void {
  const params = useParams();
  const queryClient = useQueryClient();
  const { origin } = useSite();
  // As text, because a snapshot has to be the same as long as it says the same.
  const headNow = () => JSON.stringify(headOf(plan, { params, queryClient, origin }));
  const written = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    headNow,
    headNow,
  );
  useDocumentHead(JSON.parse(written) as Head | null, origin, headRanks.route);
}
