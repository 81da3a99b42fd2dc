import { returnDays } from '#contract/constants.ts';
import { type Head, siteName } from '../../routing/head.ts';
import { paths } from '../../routing/paths.ts';

/** The head of the home page. `origin` is the public origin. */
export function homeHead(origin = ''): Head {
  return {
    title: `${siteName}: second-hand instruments, ready for their next song`,
    description: `A marketplace for second-hand musical instruments: brass, keyboard, woodwind, string and percussion from the people who played them. Safe payment, and ${returnDays} days to return.`,
    path: paths.home(),
    statements: [{ '@type': 'WebSite', name: siteName, url: `${origin}${paths.home()}` }],
  };
}
