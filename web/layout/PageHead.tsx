import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { headRanks, useDocumentHead } from './document-head.ts';
import type { Head } from './head.ts';
import { headOf, type PagePlan } from './page-route.tsx';
import { useSite } from './site.ts';

/** Keeps the document's head as the page has it: when data comes late, and when it changes. */
export function PageHead({ plan }: { plan: PagePlan }) {
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
  return null;
}
