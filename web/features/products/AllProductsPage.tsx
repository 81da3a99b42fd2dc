import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { isolate, listSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardList, DenseCard } from '../../ui/CardList.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { allProductsQuery, removeProductMutation } from './queries.ts';

/** The products of all sellers, for admins to search, open and remove. */
export function AllProductsPage() {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(allProductsQuery(search));
  return (
    <>
      <h1 tabIndex={-1}>{t`All Products`}</h1>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField {...field} label={t`Search by name or seller`} maxLength={limits.nameLength} />
      </div>
      <PagedList<ListedProduct>
        dialog={(product, { close, closeAfterRemoval }) => (
          <ReasonDialog
            confirmLabel={t`Delete`}
            hint={hintOf(product)}
            id={product._id}
            maxLength={limits.removalReasonLength}
            mutation={removeProductMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(product._id)}
            success={messages.toast.productDeleted}
            title={questionOf(product)}
          >
            {t`It is permanently taken off sale, and any unpaid booking of it ends.`}
          </ReasonDialog>
        )}
        empty={
          search === '' ? (
            <EmptyState title={t`No products yet`}>
              {t`Everything that sellers list will appear here.`}
            </EmptyState>
          ) : (
            <EmptyState
              action={<Button onClick={clear}>{t`Clear the search`}</Button>}
              title={t`No product matches “${search}”`}
            >
              {t`Try the first letters of a word in the name, or of the seller’s name or email address.`}
            </EmptyState>
          )
        }
        list={list}
        loading={{ label: t`Loading the products`, rowHeight: 'h-40 sm:h-24' }}
        table={({ items, ref, ask }) => (
          <CardList items={items} name={t`Products`} ref={ref}>
            {(product, serial) => (
              <ProductRow onRemove={() => ask(product)} product={product} serial={serial} />
            )}
          </CardList>
        )}
        things="products"
      />
    </>
  );
}

function questionOf(product: ListedProduct): string {
  const name = isolate(product.name);
  return t`Delete ${name}?`;
}

function hintOf(product: ListedProduct): string {
  const seller = isolate(product.sellerName);
  return t`We will tell ${seller} by email.`;
}

function ProductRow({
  product,
  serial,
  onRemove,
}: {
  product: ListedProduct;
  serial: number;
  onRemove: () => void;
}) {
  const { _id, name, price, image, picture, sellerName, sellerEmail, status } = product;
  return (
    <DenseCard
      actions={
        status === 'sold' ? (
          <span className="text-sm text-muted">{t`Sold: cannot be deleted`}</span>
        ) : (
          <Button onClick={onRemove} size="small" variant="quietDanger">
            <Trans>
              Delete<span className="sr-only"> {name}</span>
            </Trans>
          </Button>
        )
      }
      facts={[
        {
          name: t`Seller`,
          value: (
            <>
              <bdi>{sellerName}</bdi>
              <span className="text-muted">
                <span>{listSeparator()}</span>
                <EmailText email={sellerEmail.email} />
              </span>
            </>
          ),
        },
      ]}
      picture={<Picture address={image} alt="" sizes="5rem" source={picture} />}
      price={formatMoney(price)}
      serial={serial}
      status={<Status {...product} />}
      title={
        <Link className="underline-offset-4 hover:underline" dir="auto" to={paths.product(_id)}>
          {name}
        </Link>
      }
    />
  );
}

function Status({ status, booked }: ListedProduct) {
  if (status === 'sold') return <Badge tone="walnut">{messages.product.sold}</Badge>;
  if (booked) return <Badge tone="brass">{t`Booked`}</Badge>;
  return <Badge tone="green">{status === 'advertise' ? t`Advertised` : t`Available`}</Badge>;
}
