import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
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
import { ChoiceBox, useChosen } from '../../ui/Chosen.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { ChosenProducts } from './ChosenProducts.tsx';
import { removeProductMutation } from './own/own-queries.ts';
import { allProductsQuery } from './queries.ts';

/** The products of all sellers, for admins to search, open and remove. */
export function AllProductsPage() {
  const list = useChosen<ListedProduct>();
  return (
    <>
      <h1 tabIndex={-1}>{t`All Products`}</h1>
      <SearchedList<ListedProduct>
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
        label={t`Search by name or seller`}
        loading={{ label: t`Loading the products`, rowHeight: 'h-40 sm:h-24' }}
        maxLength={limits.nameLength}
        noMatch={(search) => ({
          title: t`No product matches “${search}”`,
          text: t`Try the first letters of a word in the name, or of the seller’s name or email address.`,
        })}
        none={{
          title: t`No products yet`,
          text: t`Everything that sellers list will appear here.`,
        }}
        query={allProductsQuery}
        table={({ items, ref, ask }) => (
          <CardList items={items} name={t`Products`} ref={ref}>
            {(product, serial) => (
              <ProductRow
                choice={<ChoiceBox {...list} item={product} />}
                onRemove={() => ask(product)}
                product={product}
                serial={serial}
              />
            )}
          </CardList>
        )}
        things="products"
      />
      <ChosenProducts list={list} />
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
  choice,
}: {
  product: ListedProduct;
  serial: number;
  onRemove: () => void;
  /** Chooses it, to delete several. */
  choice: ReactNode;
}) {
  const { _id, name, price, image, picture, sellerName, sellerEmail, status } = product;
  return (
    <DenseCard
      actions={
        status === 'sold' ? (
          <span className="text-sm text-muted">{t`Sold: cannot be deleted`}</span>
        ) : (
          <span className="flex items-center gap-2">
            {choice}
            <Button onClick={onRemove} size="small" variant="quietDanger">
              <Trans>
                Delete<span className="sr-only"> {name}</span>
              </Trans>
            </Button>
          </span>
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
