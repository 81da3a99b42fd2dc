import { readFileSync } from 'node:fs';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { instrumentExtractor } from './scripts/build/instrument-texts.mjs';

/** @type {string[]} */
const languages = JSON.parse(
  readFileSync(new URL('texts/languages.json', import.meta.url), 'utf8'),
);

/**
 * English stands in the code and in the data of instruments; the others are in `texts/` and `texts/instruments/`
 * (docs/languages.md).
 */
/** @type {Partial<import('@lingui/conf').LinguiConfig> & { sourceLocale: string; locales: string[]; format: ReturnType<typeof formatter> }} */
export default {
  sourceLocale: 'en',
  locales: languages,
  catalogs: [
    {
      path: '<rootDir>/texts/{locale}',
      include: ['<rootDir>/contract', '<rootDir>/server', '<rootDir>/web'],
      exclude: ['**/*.test.*', '**/testing/**', '**/*.json'],
    },
    {
      path: '<rootDir>/texts/instruments/{locale}',
      include: ['<rootDir>/contract/instruments/kinds.json'],
    },
  ],
  extractors: [babelExtractor, instrumentExtractor],
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
