import { useLeaving } from './Leaving.tsx';
import { barLook } from './navigation-look.ts';

/** Ends the session and goes to the home page. */
export function LogoutButton() {
  const { isLeaving, leave } = useLeaving();
  return (
    <button aria-busy={isLeaving || undefined} className={barLook} onClick={leave} type="button">
      Logout
    </button>
  );
}
