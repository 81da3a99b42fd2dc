import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** Instead of a page that changes a listing. */
export function SoldAlready({ product: { name } }: { product: SingleProduct }) {
  return (
    <>
      <h1 className="mb-6 wrap-anywhere" tabIndex={-1}>
        <bdi>{name}</bdi>
      </h1>
      <EmptyState
        action={
          <Link className={buttonStyle('quiet')} to={paths.myProducts()}>
            {t`My Products`}
          </Link>
        }
        title={t`This instrument is sold`}
      >
        {t`A sold listing stays as the buyer saw it, so it can no longer be edited.`}
      </EmptyState>
    </>
  );
}
