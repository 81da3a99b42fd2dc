import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import type { PageLanguage } from '#contract/page.ts';

/** English as it stands in the code. */
export const english: PageLanguage = { tag: 'en', prefix: '', texts: {} };

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** What is rendered in a test without the providers of a page, in English. */
export function InEnglish({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
