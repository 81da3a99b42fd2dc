import type { SingleProduct } from '#contract/products.ts';
import type { Head } from '../../routing/head.ts';
import { paths } from '../../routing/paths.ts';

/** What the page says about itself where a seller mends a listing; without its name until the listing is read. */
export function editHead(id: string, product: SingleProduct | undefined): Head {
  return {
    title: `Edit ${product?.name ?? 'the listing'}`,
    description: 'Change a listing of yours at Reprise.',
    path: paths.editProduct(id),
  };
}
