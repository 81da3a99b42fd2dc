import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { replayEarlyClick } from '../hydration/early-click-replay.ts';
import { useSite } from '../hydration/site.ts';
import { forgetReload } from './chunk-reload.ts';
import { headRanks, useDocumentHead } from './document-head.ts';
import type { Head } from './head.ts';
import { headOf, type PageDefinition } from './page-definition.ts';

/** Renders a page whose script has loaded, and applies its document head. */
export function PageOutlet({ plan, children }: { plan: PageDefinition; children: ReactNode }) {
  usePageHead(plan);
  useEffect(() => {
    forgetReload();
    replayEarlyClick('page');
  }, []);
  return children;
}

/** Updates the head when the page's data arrives or changes. */
function usePageHead(plan: PageDefinition): void {
  const params = useParams();
  const queryClient = useQueryClient();
  const { origin } = useSite();
  // Serialised, because a snapshot must be identical while nothing has changed.
  const headNow = () => JSON.stringify(headOf(plan, { params, queryClient, origin }));
  const written = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    headNow,
    headNow,
  );
  useDocumentHead(JSON.parse(written) as Head | null, origin, headRanks.route);
}
