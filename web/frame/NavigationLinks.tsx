import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryIds, shownCategoryName } from '#contract/products/shop-categories.ts';
import { msg, t } from '#contract/text.ts';
import { useIdentity } from '../identity/identity.ts';
import { useLogout } from '../identity/LogoutProvider.tsx';
import { browseLink } from '../routing/browse-links.ts';
import { currentShop, shopHas } from '../ui/current-shop.ts';
import { EntryLink } from '../ui/EntryLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Owned } from '../ui/Owned.tsx';
import { BarMenu } from './BarMenu.tsx';
import { useUnreadCount } from './use-unread-count.ts';

const categoryLinks = () =>
  categoryIds().map((category) => {
    const { text: name, ...language } = shownCategoryName(category);
    return { name, ...language, path: paths.category(category) };
  });

const accountLinks = textsOf([
  { name: msg`Bookings`, path: paths.bookings() },
  { name: msg`Wishlist`, path: paths.wishlist() },
  { name: msg`Saved searches`, path: paths.savedSearches() },
  { name: msg`Profile`, path: paths.profile() },
]);

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
      <ul className="flex flex-col gap-x-1 sm:max-lg:grid sm:max-lg:grid-cols-3 sm:max-lg:items-start lg:max-xl:gap-x-0 lg:flex-row lg:flex-wrap lg:items-center">
        <Entry to={paths.home()}>{t`Home`}</Entry>
        <Entry to={browseLink()}>{t`Browse`}</Entry>
        {identity !== null && (
          <>
            <li className={forMembers}>
              <BarMenu links={categoryLinks()} name={t`Category`} />
            </li>
            <Entry className={forMembers} to={paths.dashboard()}>
              {t`Dashboard`}
            </Entry>
          </>
        )}
        <Entry to={paths.selling()}>{t`Sell`}</Entry>
        {currentShop().blog && <Entry to={paths.blog()}>{t`Blog`}</Entry>}
        {currentShop().menu?.map(({ title, to }) => (
          <li key={to}>
            <EntryLink className="nav-bar" to={to}>
              <Owned text={title} />
            </EntryLink>
          </li>
        ))}
      </ul>
      <ul className="flex flex-col gap-x-1 sm:max-lg:grid sm:max-lg:grid-cols-3 sm:max-lg:items-start lg:max-xl:gap-x-0 max-lg:mt-2 max-lg:border-t max-lg:border-line max-lg:pt-2 lg:ms-auto lg:flex-row lg:flex-wrap lg:justify-end lg:items-center">
        {(isPending || identity === null) && (
          <>
            <Entry className={forGuests} to={paths.login()}>
              {t`Login`}
            </Entry>
            <Entry className={forGuests} to={paths.register()}>
              {t`Register`}
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
              <BarMenu
                icon="person"
                isAtEnd
                links={accountLinks}
                name={t({ message: 'Account', context: 'of a user' })}
              />
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
      <NavLink className="nav-bar" end state={isBetweenForms ? state : undefined} to={to}>
        {children}
      </NavLink>
    </li>
  );
}

/** The messages, with how many conversations have new ones. On wide screens an icon, to save their space. */
function MessagesLink() {
  const count = useUnreadCount();
  return (
    <NavLink className="nav-bar" to={paths.messages()}>
      <Icon className="size-5 max-lg:hidden" name="message" />
      <span aria-hidden={count > 0} className="lg:sr-only">
        {t`Messages`}
      </span>
      {count > 0 && <span className="sr-only">{t`Messages, ${count} unread`}</span>}
      {count > 0 && (
        <span
          aria-hidden
          className="min-w-5 rounded-full bg-brass-metal px-1.5 text-center text-sm leading-5 font-semibold text-walnut-deep lg:absolute lg:top-1 lg:end-0.5"
        >
          {count}
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
      className="nav-bar"
      onClick={logOut}
      type="button"
    >
      {t`Logout`}
    </button>
  );
}
