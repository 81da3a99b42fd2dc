import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { MyProductsTable } from './MyProductsTable.tsx';
import { ownProductsQuery, withdrawProductMutation } from './queries.ts';

/** A seller's listings in a table, with a search. */
export function MyProductsList({
  email,
  withoutCategory,
}: {
  email: string;
  /** Shows only those that have no category. */
  withoutCategory: boolean;
}) {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(ownProductsQuery(email, { search, withoutCategory }));
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField {...field} label="Search by name" maxLength={limits.nameLength} />
      </div>
      {withoutCategory && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          Only listings without a category are shown.
          <Link className={buttonStyle('quiet', 'small')} to={paths.myProducts()}>
            Show all listings
          </Link>
        </p>
      )}
      <PagedList
        dialog={(product, { close, closeAfterRemoval }) => (
          <MutationDialog
            mutation={withdrawProductMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(product._id)}
            success={messages.toast.productDeleted}
            title={
              <span>
                Delete <bdi>{product.name}</bdi>?
              </span>
            }
            variables={product}
          >
            It is taken off sale right away, and its page disappears. This cannot be undone.
            {product.booked && (
              <span> Somebody has booked it but not paid yet. We will tell them it is gone.</span>
            )}
          </MutationDialog>
        )}
        empty={<Nothing onClear={clear} search={search} withoutCategory={withoutCategory} />}
        list={list}
        loading={{ label: 'Loading your instruments', rowHeight: 'h-52 xl:h-20' }}
        table={({ items, ref, ask }) => (
          <MyProductsTable onDelete={ask} products={items} ref={ref} />
        )}
        things="instruments"
      />
    </>
  );
}

/** The empty view: nothing is listed yet, or nothing has that name. */
function Nothing({
  search,
  withoutCategory,
  onClear,
}: {
  search: string;
  withoutCategory: boolean;
  onClear: () => void;
}) {
  if (search !== '') {
    return (
      <EmptyState
        action={<Button onClick={onClear}>Clear the search</Button>}
        title={`None of your listings matches “${search}”`}
      >
        Try the first letters of a word in the name.
      </EmptyState>
    );
  }
  if (withoutCategory) {
    return (
      <EmptyState title="Every listing has a category">
        Buyers find them on the category pages as well as in the search.
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
      title="You haven’t listed anything yet"
    >
      Your listings appear here. A name, a price and a picture are most of the work.
    </EmptyState>
  );
}
