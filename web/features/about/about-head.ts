import type { Head } from '../../routing/head.ts';
import { paths } from '../../routing/paths.ts';

export function aboutHead(): Head {
  return {
    title: 'About us',
    description:
      'What Reprise is, how to reach its operator, jobs, and a press kit with name and mark.',
    path: paths.about(),
  };
}
