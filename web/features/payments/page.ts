import { paperKinds, paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { paperTitle } from './paper-titles.ts';

export const paymentsPages: readonly PageDefinition[] = [
  {
    path: paths.payment.pattern,
    page: lazyPage(
      'features/payments/PaymentPage.tsx',
      async () => (await import('./PaymentPage.tsx')).PaymentPage,
    ),
    head: () => ({
      title: t`Payment`,
      description: t`Pay for what you have booked.`,
      path: paths.bookings(),
    }),
  },
  {
    path: paths.paper.pattern,
    page: lazyPage(
      'features/payments/PaperPage.tsx',
      async () => (await import('./PaperPage.tsx')).PaperPage,
    ),
    exists: ({ paper }) => paperKinds.some((kind) => kind === paper),
    head: ({ params: { paper } }) => ({
      title: paperTitle(paper),
      description: t`A document about a sale, for printing.`,
      path: paths.bookings(),
    }),
  },
];
