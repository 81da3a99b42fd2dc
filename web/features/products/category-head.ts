import { messages } from '#contract/messages.ts';
import type { Head } from '../../routing/head.ts';
import { paths } from '../../routing/paths.ts';
import { categoryOf } from './category-name.ts';

/** The head of a category page. The page needs a sign-in, so it is not indexed. */
export function categoryHead(name: string | undefined): Head {
  const category = categoryOf(name);
  if (category === undefined) {
    return {
      title: 'No such category',
      description: 'Reprise has no shelf of that name.',
      path: null,
      isIndexed: false,
    };
  }
  return {
    title: messages.category.title(category),
    description: `Second-hand instruments on sale at Reprise: everything on the ${category} shelf, newest first.`,
    path: paths.category(category),
    isIndexed: false,
  };
}
