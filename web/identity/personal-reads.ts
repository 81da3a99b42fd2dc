import type { QueryClient } from '@tanstack/react-query';
import type { IdentityPort } from './port.ts';

/**
 * What one person has read is not for the next one: whenever somebody comes or goes, in whichever tab, the cache is
 * emptied, and what the page shows is read anew. Returns the way to stop.
 */
export function keepReadsPersonal(identity: IdentityPort, queryClient: QueryClient): () => void {
  let known = emailNow(identity);
  return identity.subscribe(() => {
    // As long as it is not known who is here, nobody new has come.
    if (identity.current() === 'pending') return;
    const present = emailNow(identity);
    if (present === known) return;
    known = present;
    queryClient.getMutationCache().clear();
    for (const query of queryClient.getQueryCache().getAll()) query.reset();
    // The page of whoever has gone goes first: asked again for a guest, what it showed would only be refused.
    setTimeout(() => void queryClient.refetchQueries({ type: 'active' }));
  });
}

/** The address of who is signed in, as far as that is known by now. */
export function emailNow(identity: Pick<IdentityPort, 'current'>): string | null {
  const present = identity.current();
  return present === null || present === 'pending' ? null : present.email;
}
