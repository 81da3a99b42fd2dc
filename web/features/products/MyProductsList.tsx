import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { MyProductsTable } from './MyProductsTable.tsx';
import { useListingFigures } from './own/ListingFigures.tsx';
import { withdrawProductMutation } from './own/own-queries.ts';
import { ownProductsQuery } from './queries.ts';

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
  const figures = useListingFigures(email, list.items);
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField {...field} label={t`Search by name`} maxLength={limits.nameLength} />
      </div>
      {withoutCategory && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          {t`Only listings without a category are shown.`}
          <Link className={buttonStyle('quiet', 'small')} to={paths.myProducts()}>
            {t`Show all listings`}
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
                <DeleteQuestion name={product.name} />
              </span>
            }
            variables={product}
          >
            <span>{t`It is taken off sale right away, and its page disappears. This cannot be undone.`}</span>
            {product.booked && (
              <span>
                {' '}
                {t`Somebody has booked it but not paid yet. We will tell them it is gone.`}
              </span>
            )}
          </MutationDialog>
        )}
        empty={<Nothing onClear={clear} search={search} withoutCategory={withoutCategory} />}
        list={list}
        loading={{ label: t`Loading your instruments`, rowHeight: 'h-52 xl:h-20' }}
        table={({ items, ref, ask }) => (
          <MyProductsTable figures={figures} onDelete={ask} products={items} ref={ref} />
        )}
        things="instruments"
      />
    </>
  );
}

function DeleteQuestion({ name }: { name: string }) {
  return (
    <Trans>
      Delete <bdi>{name}</bdi>?
    </Trans>
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
        action={<Button onClick={onClear}>{t`Clear the search`}</Button>}
        title={t`None of your listings matches “${search}”`}
      >
        {t`Try the first letters of a word in the name.`}
      </EmptyState>
    );
  }
  if (withoutCategory) {
    return (
      <EmptyState title={t`Every listing has a category`}>
        {t`Buyers find them on the category pages as well as in the search.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.addProduct()}>
          {t`Add Product`}
        </Link>
      }
      title={t`You haven’t listed anything yet`}
    >
      {t`Your listings appear here. A name, a price and a picture are most of the work.`}
    </EmptyState>
  );
}
