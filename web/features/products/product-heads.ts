import { type Category, categories } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products.ts';
import type { Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

/** The head of the edit page, without the product's name until it has loaded. */
export function editHead(id: string, product: SingleProduct | undefined): Head {
  return {
    title: `Edit ${product?.name ?? 'the listing'}`,
    description: `Edit one of your listings at ${currentShop().name}.`,
    path: paths.editProduct(id),
  };
}

/** The head of a category page. The page needs a sign-in, so it is not indexed. */
export function categoryHead(name: string | undefined): Head {
  const category = categoryOf(name);
  if (category === undefined) {
    return {
      title: 'No such category',
      description: `${currentShop().name} has no category of that name.`,
      path: null,
      isIndexed: false,
    };
  }
  return {
    title: messages.category.title(category),
    description: `Second-hand instruments on sale at ${currentShop().name}: everything in ${category}, newest first.`,
    path: paths.category(category),
    isIndexed: false,
  };
}

/** The category in a path, undefined for an unknown one. */
export function categoryOf(name: string | undefined): Category | undefined {
  return categories.find((category) => category === name);
}
