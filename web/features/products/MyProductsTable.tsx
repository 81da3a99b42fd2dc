// biome-ignore-all lint/a11y/noRedundantRoles: CSS sometimes lays the table out as blocks, and browsers then forget its roles unless they are written out.

import type { Ref } from 'react';
import { textsOf } from '#contract/language.ts';
import type { ListingFigures } from '#contract/products/listing-figures.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { msg, t } from '#contract/text.ts';
import { MyProductRow } from './MyProductRow.tsx';

/** The columns of the specification, in its order. */
const columns: readonly string[] = textsOf([
  msg`Serial`,
  msg`Image`,
  msg`Name`,
  msg`Price`,
  msg`Category`,
  msg`Delete`,
  msg`Status`,
  msg`Advertise`,
]);

/**
 * A seller's listings. Eight columns want more room than other tables have: where there is less than 56 rem each row is a
 * card with the picture beside the name, two of them side by side while they fit.
 */
export function MyProductsTable({
  products,
  figures,
  onDelete,
  ref,
}: {
  products: readonly ListedProduct[];
  /** By the ids of the products. */
  figures: ReadonlyMap<string, ListingFigures>;
  /** The user wants this listing deleted. */
  onDelete: (product: ListedProduct) => void;
  /** To what holds the rows. */
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <div className="@container">
      <table
        className="relative block w-full @[56rem]:table @[56rem]:rounded-lg @[56rem]:bg-surface @[56rem]:shadow-rest"
        role="table"
      >
        <caption className="sr-only">{t`My products`}</caption>
        <thead className="sr-only @[56rem]:not-sr-only @[56rem]:table-header-group" role="rowgroup">
          <tr className="@[56rem]:border-b @[56rem]:border-line-strong" role="row">
            {columns.map((header) => (
              <th
                className="px-2 py-3 text-start text-sm font-semibold whitespace-nowrap text-muted @[72rem]:px-3"
                key={header}
                role="columnheader"
                scope="col"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className="grid gap-4 @[40rem]:grid-cols-2 @[56rem]:table-row-group"
          ref={ref}
          role="rowgroup"
        >
          {products.map((product, index) => (
            <MyProductRow
              figures={figures.get(product._id)}
              key={product._id}
              onDelete={() => onDelete(product)}
              product={product}
              serial={index + 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
