import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';

/** @type {string[]} */
const languages = JSON.parse(
  readFileSync(new URL('texts/languages.json', import.meta.url), 'utf8'),
);

/** English stands in the code; the others are in `texts/` (docs/languages.md). */
/** @type {Partial<import('@lingui/conf').LinguiConfig> & { sourceLocale: string; locales: string[]; format: ReturnType<typeof formatter> }} */
export default {
  sourceLocale: 'en',
  locales: languages,
  catalogs: [
    {
      path: '<rootDir>/texts/{locale}',
      include: ['<rootDir>/contract', '<rootDir>/server', '<rootDir>/web'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  ],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: false }),
  orderBy: 'origin',
  macro: {
    corePackage: ['#contract/text.ts', './text.ts'],
    jsxPackage: ['@lingui/react/macro'],
  },
  runtimeConfigModule: {
    i18n: ['#contract/language.ts', 'i18n'],
    Trans: ['#web/ui/Trans.tsx', 'Trans'],
  },
};
