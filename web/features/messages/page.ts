import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import { inEveryMenu, type PageDefinition } from '../../routing/page-definition.ts';
import { shopHas } from '../../ui/current-shop.ts';

export const messagesPages: readonly PageDefinition[] = [
  {
    path: paths.messages.pattern,
    page: lazyPage(
      'features/messages/MessagesPage.tsx',
      async () => (await import('./MessagesPage.tsx')).MessagesPage,
    ),
    title: msg`Messages`,
    menu: { icon: 'message', rank: 50, in: inEveryMenu },
    exists: () => shopHas('messages'),
  },
  {
    path: paths.thread.pattern,
    page: lazyPage(
      'features/messages/ThreadPage.tsx',
      async () => (await import('./ThreadPage.tsx')).ThreadPage,
    ),
    title: msg`Messages`,
    exists: () => shopHas('messages'),
  },
  {
    path: paths.writeAbout.pattern,
    page: lazyPage(
      'features/messages/WriteAboutPage.tsx',
      async () => (await import('./WriteAboutPage.tsx')).WriteAboutPage,
    ),
    title: msg`Messages`,
    exists: () => shopHas('messages'),
  },
];
