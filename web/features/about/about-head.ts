import { paths } from '#contract/page-paths.ts';
import type { Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

export function aboutHead(): Head {
  return {
    title: 'About us',
    description: `What ${currentShop().name} is, how to reach its operator, jobs, and a press kit with name and mark.`,
    path: paths.about(),
  };
}
