import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { useIdentity } from '../identity/identity.ts';
import { shopHas } from '../ui/current-shop.ts';
import { Icon } from '../ui/Icon.tsx';
import { BarMenu } from './BarMenu.tsx';
import { useLogout } from './LogoutProvider.tsx';
import { barStyle } from './navigation-styles.ts';
import { useUnreadCount } from './use-unread-count.ts';

const categoryLinks = categories.map((name) => ({ name, path: paths.category(name) }));

const accountLinks = [
  { name: 'Bookings', path: paths.bookings() },
  { name: 'Wishlist', path: paths.wishlist() },
  { name: 'Saved searches', path: paths.savedSearches() },
  { name: 'Profile', path: paths.profile() },
];

/**
 * The links for guests or members. While the identity is unknown (server-rendered HTML before hydration) both sets
 * are in the page, and CSS shows one of them by the mark that the boot script sets on <html>, so nothing shifts.
 */
export function NavigationLinks() {
  const identity = useIdentity();
  const isPending = identity === 'pending';
  const forGuests = isPending ? 'in-data-session:hidden' : '';
  const forMembers = isPending ? 'not-in-data-session:hidden' : '';
  return (
    <>
      <ul className="flex flex-col gap-x-1 md:flex-row md:items-center">
        <Entry to={paths.home()}>Home</Entry>
        {identity !== null && (
          <>
            <li className={forMembers}>
              <BarMenu links={categoryLinks} name="Category" />
            </li>
            <Entry className={forMembers} to={paths.dashboard()}>
              Dashboard
            </Entry>
          </>
        )}
        <Entry to={paths.blog()}>Blog</Entry>
      </ul>
      <ul className="flex flex-col gap-x-1 max-md:mt-2 max-md:border-t max-md:border-line max-md:pt-2 md:ml-auto md:flex-row md:items-center">
        {(isPending || identity === null) && (
          <>
            <Entry className={forGuests} to={paths.login()}>
              Login
            </Entry>
            <Entry className={forGuests} to={paths.register()}>
              Register
            </Entry>
          </>
        )}
        {identity !== null && (
          <>
            {shopHas('messages') && (
              <li className={forMembers}>
                <MessagesLink />
              </li>
            )}
            <li className={forMembers}>
              <BarMenu icon="person" isAtEnd links={accountLinks} name="Account" />
            </li>
            <li className={forMembers}>
              <LogoutButton />
            </li>
          </>
        )}
      </ul>
    </>
  );
}

function Entry({
  to,
  className = '',
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const { pathname, state } = useLocation();
  // Keeps the origin location when switching between login and register.
  const isBetweenForms = pathname === paths.login() || pathname === paths.register();
  return (
    <li className={className}>
      <NavLink className={barStyle} end state={isBetweenForms ? state : undefined} to={to}>
        {children}
      </NavLink>
    </li>
  );
}

/** The messages, with how many conversations have new ones. On wide screens an icon, to save their space. */
function MessagesLink() {
  const count = useUnreadCount();
  return (
    <NavLink className={barStyle} to={paths.messages()}>
      <Icon className="size-5 max-md:hidden" name="message" />
      <span className="md:sr-only">Messages</span>
      {count > 0 && (
        <span className="min-w-5 rounded-full bg-brass-metal px-1.5 text-center text-sm leading-5 font-semibold text-walnut-deep md:absolute md:top-1 md:right-0.5">
          <span>{count}</span>
          <span className="sr-only"> unread</span>
        </span>
      )}
    </NavLink>
  );
}

/** Ends the session and goes to the home page. */
function LogoutButton() {
  const { isLoggingOut, logOut } = useLogout();
  return (
    <button
      aria-busy={isLoggingOut || undefined}
      className={barStyle}
      onClick={logOut}
      type="button"
    >
      Logout
    </button>
  );
}
