import type { QueryClient } from '@tanstack/react-query';
import { giveViewedTo } from '../api/viewed-list.ts';
import { clearListPlaces } from '../ui/use-list-place.ts';
import type { IdentityPort } from './port.ts';

/**
 * Clears the query cache whenever the signed-in user changes, in any tab, and refetches what is shown. When the user
 * leaves, what they viewed and where they were in lists is forgotten too, because the next person at this device is
 * another user: also when their session ended without a logout. Returns the unsubscribe function.
 */
export function clearCacheOnUserChange(
  identity: IdentityPort,
  queryClient: QueryClient,
): () => void {
  let known = emailNow(identity);
  if (identity.current() !== 'pending') giveViewedTo(known);
  return identity.subscribe(() => {
    // While the identity is pending, no one has changed.
    if (identity.current() === 'pending') return;
    const present = emailNow(identity);
    giveViewedTo(present);
    if (present === known) return;
    const hasLeft = known !== null;
    known = present;
    queryClient.getMutationCache().clear();
    for (const query of queryClient.getQueryCache().getAll()) query.reset();
    // The page of the user who left unmounts first: refetched as a guest, its queries would only be refused.
    setTimeout(() => {
      // That page stores its place while it unmounts.
      if (hasLeft) clearListPlaces();
      void queryClient.refetchQueries({ type: 'active' });
    });
  });
}

/** Email of the signed-in user, as far as it is known by now. */
export function emailNow(identity: Pick<IdentityPort, 'current'>): string | null {
  const present = identity.current();
  return present === null || present === 'pending' ? null : present.email;
}
