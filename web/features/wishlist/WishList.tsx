import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { WishlistItem } from '#contract/wishlist.ts';
import { paths } from '../../routing/paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useFocusOnFirstNew } from '../../ui/focus-first-new.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeleteWish } from './DeleteWish.tsx';
import { wishlistQuery } from './queries.ts';
import { WishTable } from './WishTable.tsx';

/** Somebody's wishes in a table, with its four faces. */
export function WishList({ email }: { email: string }) {
  const list = useInfiniteQuery(wishlistQuery(email));
  const wishes = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, wishes.length, 'a, button');
  const focusAfterRemovalOf = useFocusAfterRemoval(
    rows,
    wishes.map(({ _id }) => _id),
  );
  const [asked, setAsked] = useState<WishlistItem | null>(null);
  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <WishesSkeleton />
    );
  }
  return (
    <>
      {wishes.length === 0 ? (
        <NoWishes />
      ) : (
        <WishTable onDelete={setAsked} ref={rows} wishes={wishes} />
      )}
      <ShowMore
        count={wishes.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things="wishes"
      />
      {asked && (
        <DeleteWish onClose={() => setAsked(null)} onDeleted={focusAfterRemovalOf} wish={asked} />
      )}
    </>
  );
}

function NoWishes() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          Look around the shop
        </Link>
      }
      title="Nothing wished for yet"
    >
      Press the heart of an instrument and it hangs here until you decide.
    </EmptyState>
  );
}

function WishesSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4 sm:space-y-2">
      <p className="sr-only" role="status">
        Loading your wishlist
      </p>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <Skeleton className="h-52 w-full sm:h-16" key={place} />
      ))}
    </div>
  );
}
