import type { SingleProduct } from '#contract/products.ts';
import { useNow } from '../../hydration/site.ts';
import { yearsOfUseText } from './facts.ts';

/** The key facts of a used instrument. */
export function ProductFacts({ product }: { product: SingleProduct }) {
  const facts = [
    ['Condition', product.condition],
    ['Years of use', yearsOfUseText(product.year, useNow())],
    ['Bought in', product.year],
    ['Where it is', product.location],
  ] as const;
  return (
    <dl className="mt-6 grid grid-cols-2 border-t border-line">
      {facts.map(([term, value]) => (
        <div className="border-b border-line py-3 odd:pr-4" key={term}>
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="font-semibold">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
