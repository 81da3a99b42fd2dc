import { useOutletContext } from 'react-router';
import type { User } from '#contract/users/users.ts';

/** The user record that the dashboard frame has loaded. Only for pages inside that frame. */
export function useDashboardUser(): User {
  return useOutletContext<User>();
}
