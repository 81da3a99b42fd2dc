import { paths } from '../addresses.ts';
import type { Head } from '../layout/head.ts';

export function dashboardHead(): Head {
  return {
    title: 'Dashboard',
    description: 'Your own page at Reprise.',
    path: paths.dashboard(),
  };
}
