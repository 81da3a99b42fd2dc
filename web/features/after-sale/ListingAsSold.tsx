import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { FactsTable } from '../instruments/FactsTable.tsx';
import { listingQuery } from './queries.ts';

/** The listing of a disputed sale, which nobody can change once it is sold: what was promised, beside what is claimed. */
export function ListingAsSold({ productId }: { productId: string }) {
  const { data: product } = useQuery(listingQuery(productId));
  if (!product) return null;
  return (
    <details className="rounded-lg border border-line p-4" open>
      <summary className="cursor-pointer font-semibold">{t`The listing as it was sold`}</summary>
      <div className="mt-4 space-y-4">
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {product.images.map((address, index) => (
            <li key={address}>
              <a href={address} rel="noopener" target="_blank">
                <Picture
                  address={address}
                  alt={t`Picture ${{ number: index + 1 }} of the listing`}
                  sizes="8rem"
                  source={product.pictures?.[index]}
                />
              </a>
            </li>
          ))}
        </ul>
        <p className="whitespace-pre-line wrap-anywhere" dir="auto" lang={product.language}>
          {product.description}
        </p>
        <FactsTable product={product} />
        {product.codePhoto && (
          <p>
            <span>
              <Trans>
                Shown with the code <bdi dir="ltr">{product.codePhoto.code}</bdi> on{' '}
                <Moment at={product.codePhoto.at} isDay />
              </Trans>
            </span>
            <span aria-hidden="true"> · </span>
            <a className="text-link" href={product.codePhoto.image} rel="noopener" target="_blank">
              {t`The picture with the code`}
            </a>
          </p>
        )}
        <p className="flex flex-wrap gap-x-4">
          <span>{conditionNames[product.condition]}</span>
          <Link className="text-link" target="_blank" to={paths.product(productId)}>
            {t`See the listing`}
          </Link>
        </p>
      </div>
    </details>
  );
}
