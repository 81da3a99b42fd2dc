import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { t } from '#contract/text.ts';
import { buttonStyle } from './button-style.ts';
import { ListView } from './ListView.tsx';
import type { Things } from './list-things.ts';
import type { ListPage } from './use-newer.ts';
import type { PagedItems } from './use-paged-list.ts';

/** What a page passes on to the list. */
export interface ListViews {
  /** The email of the signed-in user, null for a guest. */
  viewer: string | 'pending' | null;
  grid: ReactNode;
  skeleton: ReactNode;
  /** The element that holds the entries, in `grid`. */
  cards: RefObject<HTMLElement | null>;
}

/**
 * A list that shows guests less than users, with its four views. The server and the first render know no user: they
 * show what guests get, and CSS shows a skeleton instead when a session is stored, so that a user never sees the list of guests.
 */
export function ListForViewer<Page extends PageForViewer>({
  list,
  viewer,
  things,
  notes,
  cards,
  grid,
  skeleton,
  firstPage,
  nextPage,
}: ListViews & {
  list: PagedItems<Page>;
  things: Things;
  /** Above the list, also when it is empty. */
  notes: ReactNode;
  /** The address of the first page, when the list begins with another one. */
  firstPage: string | undefined;
  /** The address of the page that begins at a cursor, for browsers without scripts. */
  nextPage: (cursor: string) => string;
}) {
  const { pages, items } = list;
  const isPending = viewer === 'pending';
  const isForViewer = pages[0]?.viewer === (isPending ? null : viewer);
  const cursor = pages.at(-1)?.nextCursor ?? null;
  return (
    <>
      <div className={isPending && isForViewer ? 'in-data-session:hidden' : undefined}>
        <ListView
          above={
            <>
              {firstPage !== undefined && (
                <Link className="text-link mb-4 inline-block py-1" to={firstPage}>
                  {t`Back to the first page`}
                </Link>
              )}
              {notes}
            </>
          }
          below={
            cursor !== null && (
              <p className="mt-10 hidden text-center noscript:block">
                <Link className={buttonStyle()} rel="next" to={nextPage(cursor)}>
                  {t`Next page`}
                </Link>
              </p>
            )
          }
          isHidden={isPending}
          isReady={isForViewer}
          list={list}
          loading={skeleton}
          rows={cards}
          things={things}
        >
          {items.length > 0 && grid}
        </ListView>
      </div>
      {isPending && isForViewer && <div className="not-in-data-session:hidden">{skeleton}</div>}
    </>
  );
}

interface PageForViewer extends ListPage {
  /** The email of the user for whom the server answered, null for a guest. */
  viewer: string | null;
}
