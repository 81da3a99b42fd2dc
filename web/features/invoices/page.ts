import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';

export const invoicesPages: readonly PageDefinition[] = [
  {
    path: paths.invoice.pattern,
    page: lazyPage(
      'features/invoices/InvoicePage.tsx',
      async () => (await import('./InvoicePage.tsx')).InvoicePage,
    ),
    head: () => ({
      title: t`Invoice`,
      description: t`An invoice for the shop’s commission, for printing.`,
      path: paths.earnings(),
    }),
  },
];
