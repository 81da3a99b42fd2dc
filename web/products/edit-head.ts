import type { SingleProduct } from '#contract/products.ts';
import { paths } from '../addresses.ts';
import type { Head } from '../layout/head.ts';

/** What the page says about itself where a seller mends a listing. */
export function editHead({ _id, name }: SingleProduct): Head {
  return {
    title: `Edit ${name}`,
    description: 'Change a listing of yours at Reprise.',
    path: paths.editProduct(_id),
  };
}
