// biome-ignore-all lint/a11y/noRedundantRoles: CSS sometimes lays the table out as blocks, and browsers then forget its roles unless they are written out.

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListingFigures as Figures } from '#contract/products/listing-figures.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Shown } from '../../ui/Owned.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { AdvertiseSwitch } from './AdvertiseSwitch.tsx';
import { ListingFigures } from './own/ListingFigures.tsx';

/** One listing of the seller's own: a row where there is room, else a card. What is sold can only be looked at. */
export function MyProductRow({
  product,
  figures,
  serial,
  onDelete,
}: {
  product: ListedProduct;
  /** Undefined until they have loaded. */
  figures: Figures | undefined;
  /** Counted through the whole list, however many parts it came in. */
  serial: number;
  onDelete: () => void;
}) {
  const { name } = product;
  const isSold = product.status === 'sold';
  return (
    <tr
      className="relative grid min-w-0 grid-cols-[6rem_minmax(0,1fr)_auto] content-start items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4 shadow-rest @[56rem]:table-row @[56rem]:rounded-none @[56rem]:border-0 @[56rem]:border-b @[56rem]:bg-transparent @[56rem]:p-0 @[56rem]:shadow-none @[56rem]:last:border-b-0"
      role="row"
    >
      <Cell place="absolute top-3 end-4 text-sm text-muted tabular-nums @[56rem]:static @[56rem]:text-base @[56rem]:text-ink">
        {serial}
      </Cell>
      <Cell place="col-start-1 row-span-2 row-start-1 self-start">
        <span className={`block w-24 @[56rem]:w-20 ${isSold ? 'saturate-50' : ''}`}>
          <Picture address={product.image} alt="" sizes="6rem" source={product.picture} />
        </span>
      </Cell>
      <th
        className="col-span-2 col-start-2 row-start-1 self-start pe-6 text-start font-normal @[56rem]:w-full @[56rem]:px-2 @[56rem]:py-3 @[72rem]:px-3"
        role="rowheader"
        scope="row"
      >
        <Name figures={figures} isSold={isSold} product={product} />
      </th>
      <Cell place="price col-start-2 row-start-2 text-lg @[56rem]:text-base">
        {formatMoney(product.price)}
      </Cell>
      <Cell place="col-start-3 row-start-2 text-end text-sm text-muted @[56rem]:text-start @[56rem]:text-base @[56rem]:text-ink">
        {product.category ? (
          <Shown {...shownCategoryName(product.category)} />
        ) : (
          <span className="text-muted">{t`None`}</span>
        )}
      </Cell>
      <Cell place="col-start-3 row-start-4 text-end @[56rem]:text-start">
        {isSold ? (
          <span className="sr-only">{t`Sold: cannot be deleted`}</span>
        ) : (
          <Button onClick={onDelete} size="small" variant="link">
            <Trans>
              Delete
              <span className="sr-only">
                {' '}
                <bdi>{name}</bdi>
              </span>
            </Trans>
          </Button>
        )}
      </Cell>
      <Cell place="col-span-3 row-start-3 border-t border-line pt-3 @[56rem]:border-t-0">
        <Status product={product} />
      </Cell>
      <Cell place="col-span-2 col-start-1 row-start-4 min-w-0">
        <AdvertiseSwitch product={product} />
      </Cell>
    </tr>
  );
}

/** Only the name may be broken into lines. */
function Cell({ place, children }: { place: string; children: ReactNode }) {
  return (
    <td
      className={`whitespace-nowrap @[56rem]:px-2 @[56rem]:py-3 @[72rem]:px-3 @[56rem]:align-middle ${place}`}
      role="cell"
    >
      {children}
    </td>
  );
}

const rowLink =
  'text-link inline-flex min-h-6 items-center gap-1 text-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11';

function Name({
  product,
  figures,
  isSold,
}: {
  product: ListedProduct;
  figures: Figures | undefined;
  isSold: boolean;
}) {
  const { _id, name } = product;
  return (
    <span className="flex flex-col items-start gap-1">
      <Link
        className="line-clamp-3 leading-snug font-semibold wrap-anywhere underline-offset-4 hover:underline"
        to={paths.product(_id)}
      >
        <bdi>{name}</bdi>
      </Link>
      {!isSold && (
        <span className="flex flex-wrap gap-x-4">
          <Link className={rowLink} to={paths.editProduct(_id)}>
            <Trans>
              Edit
              <span className="sr-only">
                {' '}
                <bdi>{name}</bdi>
              </span>
            </Trans>
          </Link>
          <Link className={rowLink} to={paths.codePhoto(_id)}>
            <Trans>
              Picture with a code
              <span className="sr-only">
                {' '}
                of <bdi>{name}</bdi>
              </span>
            </Trans>
          </Link>
        </span>
      )}
      <ListingFigures figures={figures} product={product} />
    </span>
  );
}

function Status({ product: { status, booked } }: { product: ListedProduct }) {
  if (status === 'sold') return <Badge tone="walnut">{messages.product.sold}</Badge>;
  if (booked) {
    return (
      <Badge tone="brass">
        <Icon className="size-4" name="calendar" />
        {t`Booked`}
      </Badge>
    );
  }
  if (status === 'advertise') return <Badge tone="brass">{messages.product.advertised}</Badge>;
  return <Badge tone="green">{t`Available`}</Badge>;
}
