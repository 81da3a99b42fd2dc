import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { LateSale } from '#contract/products/sellers.ts';
import { plural, t } from '#contract/text.ts';
import { formatDay, formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';

/** What was sold last, with its price and day; nothing where nothing was sold yet. */
export function SoldLately({ sales }: { sales: readonly LateSale[] }) {
  if (sales.length === 0) return null;
  return (
    <section aria-labelledby="sold-lately" className="mt-10">
      <h2 id="sold-lately">{t`Sold lately`}</h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4 xl:grid-cols-6">
        {sales.map((sale) => (
          <li className="grid min-w-0 grid-cols-[minmax(0,1fr)]" key={sale._id}>
            <Link
              className="group rounded-lg border border-line bg-surface transition hover:border-brass"
              to={paths.product(sale._id)}
            >
              <Picture
                address={sale.image}
                alt=""
                className="rounded-b-none"
                sizes="(min-width: 80rem) 16vw, (min-width: 40rem) 30vw, 46vw"
                source={sale.picture}
              />
              <span className="block px-3 py-2">
                <span className="price block text-xl leading-tight wrap-anywhere">
                  {formatMoney(sale.price)}
                </span>
                <bdi className="mt-1 line-clamp-2 text-[0.9375rem] leading-tight font-semibold wrap-anywhere group-hover:underline">
                  {sale.name}
                </bdi>
                <span className="mt-1 block text-[0.8125rem] text-muted">{soldText(sale)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function soldText({ soldAt, daysOnSale }: LateSale): string {
  const day = formatDay(soldAt);
  return daysOnSale === 0
    ? t`Sold on ${day}, on the day it was listed`
    : t`Sold on ${day}, after ${plural(daysOnSale, { one: '# day', other: '# days' })}`;
}
