import { useLogout } from './LogoutProvider.tsx';
import { barStyle } from './navigation-styles.ts';

/** Ends the session and goes to the home page. */
export function LogoutButton() {
  const { isLeaving, leave } = useLogout();
  return (
    <button aria-busy={isLeaving || undefined} className={barStyle} onClick={leave} type="button">
      Logout
    </button>
  );
}
