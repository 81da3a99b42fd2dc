import { subjectKinds } from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import { inEveryMenu, type PageDefinition } from '../../routing/page-definition.ts';
import { shopHas } from '../../ui/current-shop.ts';

export const moderationPages: readonly PageDefinition[] = [
  {
    path: paths.report.pattern,
    page: lazyPage(
      'features/moderation/ReportPage.tsx',
      async () => (await import('./ReportPage.tsx')).ReportPage,
    ),
    head: () => ({
      title: t`Report`,
      description: t`Tell the admins what is wrong.`,
      path: paths.home(),
      isIndexed: false,
    }),
    exists: ({ kind }) => shopHas('reports') && subjectKinds.some((one) => one === kind),
  },
  {
    path: paths.reports.pattern,
    page: lazyPage(
      'features/moderation/OwnReportsPage.tsx',
      async () => (await import('./OwnReportsPage.tsx')).OwnReportsPage,
    ),
    title: msg`Reports and decisions`,
    menu: { icon: 'shield', rank: 53, in: inEveryMenu },
    exists: () => shopHas('reports'),
  },
  {
    path: paths.stolen.pattern,
    page: lazyPage(
      'features/moderation/StolenPage.tsx',
      async () => (await import('./StolenPage.tsx')).StolenPage,
    ),
    title: msg`Report it stolen`,
    exists: () => shopHas('reports'),
  },
  {
    path: paths.moderation.pattern,
    page: lazyPage(
      'features/moderation/ModerationPage.tsx',
      async () => (await import('./ModerationPage.tsx')).ModerationPage,
    ),
    title: msg`Moderation`,
    menu: { icon: 'shield', rank: 24, in: { admin: 'market' } },
    exists: () => shopHas('reports'),
    openTo: 'admins',
    area: 'cases',
  },
  {
    path: paths.moderationCase.pattern,
    page: lazyPage(
      'features/moderation/CasePage.tsx',
      async () => (await import('./CasePage.tsx')).CasePage,
    ),
    title: msg`Moderation`,
    exists: () => shopHas('reports'),
    openTo: 'admins',
    area: 'cases',
  },
];
