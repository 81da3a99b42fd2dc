import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { isMissing } from '../../api/failures.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { shownKindQuery } from '../instruments/queries.ts';
import { ownRecordQuery, readFor } from '../session/own-record.ts';
import { loadGoneListing } from './gone.tsx';
import { editHead, goneHead, productHead } from './product-heads.ts';
import {
  allProductsQuery,
  isGone,
  ownProductsQuery,
  productQuery,
  readGoneProduct,
} from './queries.ts';

export const productsPages: readonly PageDefinition[] = [
  {
    path: paths.product.pattern,
    page: lazyPage(
      'features/products/ProductPage.tsx',
      async () => (await import('./ProductPage.tsx')).ProductPage,
    ),
    head: ({ params: { id = '' }, queryClient, origin }) => {
      const product = queryClient.getQueryData(productQuery(id).queryKey);
      if (!product) return isGone(queryClient, id) ? goneHead() : null;
      const kind = queryClient.getQueryData(shownKindQuery(product.kind ?? '').queryKey);
      return productHead(product, origin, kind);
    },
    reads: async (queryClient, { id = '' }, _email, { language }) => {
      const product = await queryClient
        .ensureQueryData(productQuery(id))
        .catch(async (failure: unknown) => {
          if (!isMissing(failure) || !(await readGoneProduct(queryClient, id))) throw failure;
          await loadGoneListing();
          return undefined;
        });
      const kind = product?.kind;
      if (kind !== undefined) await queryClient.prefetchQuery(shownKindQuery(kind, language));
      return product;
    },
  },
  {
    path: paths.addProduct.pattern,
    page: lazyPage(
      'features/products/AddProductPage.tsx',
      async () => (await import('./AddProductPage.tsx')).AddProductPage,
    ),
    title: msg`Add Product`,
    menu: { icon: 'plus', rank: 11, in: { seller: 'shop', admin: 'shop' } },
    openTo: 'sellers',
    reads: (queryClient, _params, email) =>
      readFor('sellers', queryClient, email, (seller) =>
        queryClient.ensureQueryData(ownRecordQuery(seller)),
      ),
  },
  {
    path: paths.editProduct.pattern,
    page: lazyPage(
      'features/products/EditProductPage.tsx',
      async () => (await import('./EditProductPage.tsx')).EditProductPage,
    ),
    head: ({ params: { id = '' }, queryClient }) =>
      editHead(id, queryClient.getQueryData(productQuery(id).queryKey)),
    openTo: 'sellers',
    // The form must start from the current data, not from what was cached a while ago.
    reads: (queryClient, { id = '' }, email) =>
      readFor('sellers', queryClient, email, () => queryClient.fetchQuery(productQuery(id))),
  },
  {
    path: paths.codePhoto.pattern,
    page: lazyPage(
      'features/products/CodePhotoPage.tsx',
      async () => (await import('./CodePhotoPage.tsx')).CodePhotoPage,
    ),
    title: msg`Picture with a code`,
    openTo: 'sellers',
    reads: (queryClient, { id = '' }, email) =>
      readFor('sellers', queryClient, email, () => queryClient.ensureQueryData(productQuery(id))),
  },
  {
    path: paths.myProducts.pattern,
    page: lazyPage(
      'features/products/MyProductsPage.tsx',
      async () => (await import('./MyProductsPage.tsx')).MyProductsPage,
    ),
    title: msg`My Products`,
    menu: { icon: 'case', rank: 10, in: { seller: 'shop', admin: 'shop' } },
    openTo: 'sellers',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('sellers', queryClient, email, (seller) =>
        openList(queryClient, ownProductsQuery(seller), isReturn),
      ),
  },
  {
    path: paths.allProducts.pattern,
    page: lazyPage(
      'features/products/AllProductsPage.tsx',
      async () => (await import('./AllProductsPage.tsx')).AllProductsPage,
    ),
    title: msg`All Products`,
    menu: { icon: 'case', rank: 22, in: { admin: 'market' } },
    openTo: 'admins',
    area: 'listings',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, () =>
        openList(queryClient, allProductsQuery(), isReturn),
      ),
  },
];
