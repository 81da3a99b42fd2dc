import { useOutletContext } from 'react-router';
import type { User } from '#contract/users.ts';

/** The record of the person whose dashboard it is. Only for what the dashboard's frame shows: it has loaded it. */
export function useDashboardUser(): User {
  return useOutletContext<User>();
}
