import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products.ts';
import { paths } from '../../routing/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useFocusOnFirstNew } from '../../ui/focus-first-new.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { MyProductsTable, MyProductsTableSkeleton } from './MyProductsTable.tsx';
import { ownProductsQuery } from './own-queries.ts';
import { WithdrawProduct } from './WithdrawProduct.tsx';

/** So long a pause in typing that the words may be looked for. */
const pauseMs = 250;

/** A seller's listings with a search, in a table with its four faces. */
export function MyProductsList({ email }: { email: string }) {
  const [words, setWords] = useState('');
  const search = useDebounced(words.trim(), pauseMs);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setWords('');
    field.current?.focus();
  };
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField
          label="Search by name"
          maxLength={limits.nameLength}
          onChange={({ target }) => setWords(target.value)}
          ref={field}
          value={words}
        />
      </div>
      <Matches email={email} onClear={clear} search={search} />
    </>
  );
}

function Matches({
  email,
  search,
  onClear,
}: {
  email: string;
  search: string;
  onClear: () => void;
}) {
  const list = useInfiniteQuery(ownProductsQuery(email, search));
  const products = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, products.length, 'a');
  const [asked, setAsked] = useState<ListedProduct | null>(null);
  const focusAfterRemovalOf = useFocusAfterRemoval(
    rows,
    products.map(({ _id }) => _id),
  );

  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <MyProductsTableSkeleton />
    );
  }
  return (
    <>
      {products.length === 0 ? (
        <Nothing onClear={onClear} search={search} />
      ) : (
        <div
          aria-busy={list.isPlaceholderData || undefined}
          className={list.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
        >
          <MyProductsTable onDelete={setAsked} products={products} ref={rows} />
        </div>
      )}
      <ShowMore
        count={products.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things="instruments"
      />
      <WithdrawProduct
        onClose={() => setAsked(null)}
        onWithdrawn={focusAfterRemovalOf}
        product={asked}
      />
    </>
  );
}

/** The empty face: nothing listed yet, or nothing of that name. */
function Nothing({ search, onClear }: { search: string; onClear: () => void }) {
  if (search !== '') {
    return (
      <EmptyState
        action={<Button onClick={onClear}>Clear the search</Button>}
        title={`Nothing of yours is called “${search}”`}
      >
        The search looks for the beginnings of words in names.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.addProduct()}>
          Add Product
        </Link>
      }
      title="You have listed nothing yet"
    >
      What you put on sale stands here. A name, a price and a picture are most of the work.
    </EmptyState>
  );
}
