import { useQuery } from '@tanstack/react-query';
import { unreadThreadsQuery } from '../features/messages/queries.ts';
import { useIdentity } from '../identity/identity.ts';
import { shopHas } from '../ui/current-shop.ts';

/** Returns the number of conversations of the signed-in user with new messages; 0 while that is unknown. */
export function useUnreadCount(): number {
  const identity = useIdentity();
  const email = identity === null || identity === 'pending' ? '' : identity.email;
  const { data } = useQuery({
    ...unreadThreadsQuery(email),
    enabled: email !== '' && shopHas('messages'),
  });
  return data?.count ?? 0;
}
