import { paths } from '../addresses.ts';
import type { Head } from '../layout/head.ts';

export function aboutHead(): Head {
  return {
    title: 'About us',
    description:
      'What Reprise is, how to reach its operator, jobs, and a press kit with name and mark.',
    path: paths.about(),
  };
}
