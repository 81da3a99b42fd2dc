import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { SingleProduct } from '#contract/products.ts';
import { NearSection } from '../NearSection.tsx';
import type { CardSlots } from '../ProductCard.tsx';

const loadRows = async () => (await import('./RowsAroundProduct.tsx')).RowsAroundProduct;

/** What follows a product's own page: similar ones, and what was viewed before. Remembers this one as viewed. */
export function AroundProduct(props: CardSlots & { product: SingleProduct }) {
  const { _id, status } = props.product;
  const { key } = useLocation();
  useEffect(() => {
    // Not once more when a logout on this page has cleared the list and the page is rendered again.
    if (status === 'sold' || key === lastRemembered) return;
    lastRemembered = key;
    // When the script does not load, this product is not remembered, and nothing else is missing.
    import('./viewed-products.ts').then(({ rememberViewed }) => rememberViewed(_id), ignore);
  }, [_id, key, status]);
  return (
    <NearSection failedTitle="The similar instruments did not load" load={loadRows} props={props} />
  );
}

/** The navigation whose product was remembered last. */
let lastRemembered: string | undefined;

const ignore = () => undefined;
