import type { SingleProduct } from '#contract/products.ts';
import type { Head } from '../../routing/head.ts';
import { paths } from '../../routing/paths.ts';

/** The head of the edit page, without the product's name until it has loaded. */
export function editHead(id: string, product: SingleProduct | undefined): Head {
  return {
    title: `Edit ${product?.name ?? 'the listing'}`,
    description: 'Change a listing of yours at Reprise.',
    path: paths.editProduct(id),
  };
}
