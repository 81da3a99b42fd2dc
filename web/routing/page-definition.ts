import type { QueryClient } from '@tanstack/react-query';
import type { Params } from 'react-router';
import type { Audience, Role } from '#contract/constants.ts';
import { type Text, t } from '#contract/text.ts';
import type { AdminArea } from '#contract/users/admin-areas.ts';
import { currentShop } from '../ui/current-shop.ts';
import type { IconName } from '../ui/Icon.tsx';
import type { Head } from './head.ts';
import type { LazyPage } from './lazy-page.ts';

/** Everything about a page, in the `page.ts` of its feature. */
export type PageDefinition = {
  /** The pattern of its path. Below that of the dashboard it is for signed-in users, in the frame of the dashboard. */
  path: string;
  page: LazyPage;
  /** The path of the page when the params spell it otherwise. */
  movedTo?: (params: Params) => string | undefined;
  /** Whether it is the page of this shop at its address; missing: of every shop. */
  isOfShop?: () => boolean;
  /** Whether this shop has such a page, and the params name something that can exist. Without it every address does. */
  exists?: (params: Params) => boolean;
  /** Guarded pages are not prefetched for guests. */
  reads?: FirstReads;
  /** Signed-in users only: guests are redirected to the login page, and the server renders an empty frame. */
  isGuarded?: boolean;
  /** Its entry in the side menu of the dashboard. */
  menu?: MenuEntry;
} & PageAudience &
  (
    | {
        /** The page's head; null while its data is loading. */
        head: (facts: PageFacts) => Head | null;
        title?: undefined;
      }
    | {
        /** The name in the menu and in the head of a page that no search engine lists. */
        title: Text;
        head?: undefined;
      }
  );

/** The area of a page of admins, or those whose parts it has. */
export type PageArea = AdminArea | readonly AdminArea[];

/** The audience of a page within its layout; missing: everyone whom the layout admits. Pages of admins are for those with its area. */
type PageAudience =
  | { openTo: Extract<Audience, 'admins'>; area: PageArea }
  | { openTo?: Exclude<Audience, 'admins'>; area?: undefined };

/** The groups of the side menu. */
export type MenuGroup = 'top' | 'me' | 'shop' | 'market' | 'money' | 'operation';

interface MenuEntry {
  icon: IconName;
  /** Its position: those with smaller ranks are above it. */
  rank: number;
  /** The group in the menu of each role that has it. */
  in: Partial<Record<Role, MenuGroup>>;
  /** Its name for people who sell, where that differs. */
  sellerTitle?: Text;
}

/** The value of `menu.in` for what every signed-in user has. */
export const inEveryMenu = { buyer: 'me', seller: 'me', admin: 'me' } as const;

/** Prefetches a page's first data into the query client. `email` is the signed-in user's. */
export type FirstReads = (
  queryClient: QueryClient,
  params: Params,
  email: string | null,
  visit: Visit,
) => Promise<unknown>;

/** The options with which a page is opened. */
interface Visit {
  /** The query of the address. */
  search: URLSearchParams;
  /** Whether a user goes back or forward to it. */
  isReturn: boolean;
  /** Its language. The server renders pages in several at once, so that `language()` is that of another page after an `await`. */
  language: string;
}

/** What is known about a page: its params and what has been read so far. */
export interface PageFacts {
  params: Params;
  /** The query of the address. */
  search: URLSearchParams;
  queryClient: QueryClient;
  /** The public origin, without a trailing slash. */
  origin: string;
}

/** The page's head. Guarded pages are never indexed. */
export function headOf(page: PageDefinition, facts: PageFacts): Head | null {
  const head = page.title ? titleHead(page.title, page.path) : page.head(facts);
  return head && page.isGuarded ? { ...head, isIndexed: false } : head;
}

/** No search engine lists the page, so the description says little. */
function titleHead(title: Text, path: string): Head {
  const [name, shop] = [t(title), currentShop().name];
  return { title: name, description: t`${name} at ${shop}.`, path };
}

/** The definition of a matched route; undefined for the layout route. */
export function pageDefinitionOf(route: { handle?: unknown }): PageDefinition | undefined {
  // Only `pageRoute` sets a handle.
  return route.handle as PageDefinition | undefined;
}
