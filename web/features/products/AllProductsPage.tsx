import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { allProductsQuery, removeProductMutation } from './own-queries.ts';

/** The products of all sellers, for admins to search, open and remove. */
export function AllProductsPage() {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(allProductsQuery(search));
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allProducts.name}</h1>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField {...field} label="Search by name or seller" maxLength={limits.nameLength} />
      </div>
      <PagedList<ListedProduct>
        dialog={(product, { close, closeAfterRemoval }) => (
          <ReasonDialog
            confirmLabel="Delete"
            hint={`${product.sellerName} gets it by mail.`}
            id={product._id}
            maxLength={limits.removalReasonLength}
            mutation={removeProductMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(product._id)}
            success={messages.toast.productDeleted}
            title={`Delete ${product.name}?`}
          >
            It is taken off sale for good, and an unpaid booking of it ends.
          </ReasonDialog>
        )}
        empty={
          search === '' ? (
            <EmptyState title="No products yet">What sellers list will stand here.</EmptyState>
          ) : (
            <EmptyState
              action={<Button onClick={clear}>Clear the search</Button>}
              title={`No product matches “${search}”`}
            >
              The search looks for the beginnings of words in names, and in sellers’ names and
              addresses.
            </EmptyState>
          )
        }
        list={list}
        loading={{ label: 'Loading the products', rowHeight: 'h-72 sm:h-20' }}
        table={({ items, ref, ask }) => (
          <Table
            caption="Products"
            columns={columnsOf(ask)}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="products"
      />
    </>
  );
}

function columnsOf(onRemove: (product: ListedProduct) => void): Column<ListedProduct>[] {
  return [
    {
      header: 'Image',
      cell: ({ image, picture }) => (
        <span className="block w-20 @[38rem]:w-14 @[50rem]:w-20">
          <Picture address={image} alt="" sizes="5rem" source={picture} />
        </span>
      ),
    },
    {
      header: 'Name',
      isRowHeader: true,
      cell: ({ _id, name }) => (
        <Link
          className="text-link inline-block @[50rem]:min-w-24"
          dir="auto"
          to={paths.product(_id)}
        >
          {name}
        </Link>
      ),
    },
    { header: 'Price', isWhole: true, align: 'end', cell: ({ price }) => formatMoney(price) },
    {
      header: 'Seller',
      cell: ({ sellerName, sellerEmail }) => (
        <span className="inline-block @[50rem]:min-w-36">
          <bdi>{sellerName}</bdi>
          <span className="block text-sm text-muted">
            <EmailText email={sellerEmail.email} />
          </span>
        </span>
      ),
    },
    { header: 'Status', isWhole: true, cell: (product) => <Status {...product} /> },
    {
      header: 'Delete',
      isWhole: true,
      cell: (product) =>
        product.status === 'sold' ? (
          <span className="text-sm text-muted">Sold, so it is kept</span>
        ) : (
          <Button onClick={() => onRemove(product)} size="small" variant="quietDanger">
            Delete<span className="sr-only"> {product.name}</span>
          </Button>
        ),
    },
  ];
}

function Status({ status, booked }: ListedProduct) {
  if (status === 'sold') return <Badge tone="walnut">{messages.product.sold}</Badge>;
  if (booked) return <Badge tone="brass">Booked</Badge>;
  return <Badge tone="green">{status === 'advertise' ? 'Advertised' : 'Available'}</Badge>;
}
