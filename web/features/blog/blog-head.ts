import { paths } from '#contract/page-paths.ts';
import { absolute, type Head } from '../../routing/head.ts';
import { type Question, questions } from './questions.ts';

/** The head of the blog. `origin` is the public origin; in the browser a relative URL is enough. */
export function blogHead(origin = ''): Head {
  return {
    title: 'Blog',
    description:
      'Four questions about building a shop like this one, answered: state in React, prototypal inheritance, unit tests, and React, Angular or Vue.',
    path: paths.blog(),
    statements: [
      { '@type': 'FAQPage', mainEntity: Object.values(questions).map(asStatement) },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          breadcrumb(1, 'Home', addressed(paths.home(), origin)),
          breadcrumb(2, 'Blog', addressed(paths.blog(), origin)),
        ],
      },
    ],
  };
}

function asStatement({ question, teaser }: Question): object {
  return {
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: teaser },
  };
}

function breadcrumb(position: number, name: string, item: string): object {
  return { '@type': 'ListItem', position, name, item };
}

function addressed(path: string, origin: string): string {
  return origin === '' ? path : absolute(path, origin);
}
