import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { breadcrumbList, type Head } from '../../routing/head.ts';
import { type Question, questions } from './questions.ts';

export function blogHead(origin = ''): Head {
  return {
    title: t`Blog`,
    description: t`Four questions about building a shop like this one, answered: state in React, prototypal inheritance, unit tests, and React, Angular or Vue.`,
    path: paths.blog(),
    ...(import.meta.env.SSR && {
      forPrograms: {
        statements: [
          { '@type': 'FAQPage', mainEntity: Object.values(questions).map(asStatement) },
          breadcrumbList(
            [
              { name: t`Home`, path: paths.home() },
              { name: t`Blog`, path: paths.blog() },
            ],
            origin,
          ),
        ],
      },
    }),
  };
}

function asStatement({ question, teaser }: Question): object {
  return {
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: teaser },
  };
}
