import { kindWithId, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { inLanguage } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { CacheTags, Handlers } from '../../http/api/handlers.ts';
import { languageOfReply } from '../users/require-language.ts';
import { sayKind, sayKindDetails, sayKindInList } from './say-kind.ts';
import { suggestBrands } from './suggest-brands.ts';
import { suggestKinds } from './suggest-kinds.ts';
import { vocabulary } from './vocabulary-tables.ts';

export function instrumentHandlers({
  languages,
}: {
  languages: readonly LoadedLanguage[];
}): Handlers {
  // Made here, so that the first search does not wait for it.
  vocabulary();
  const i18nOf = (tag: string | undefined) => languageOfReply(languages, tag);
  return {
    listKinds: async ({ query }) =>
      inLanguage(i18nOf(query.language), () => shopInstruments().kinds.map(sayKindInList)),

    suggestKinds: async ({ query }) => {
      const { kinds, isNamed } = suggestKinds(query);
      return { kinds: inLanguage(i18nOf(query.language), () => kinds.map(sayKind)), isNamed };
    },

    async readKind({ params, query }) {
      const i18n = i18nOf(query.language);
      const kind = kindWithId(params.id);
      if (!kind) throw new Problem('not-found', msg`There is no such kind of instrument`);
      return inLanguage(i18n, () => sayKindDetails(kind));
    },

    suggestBrands: async ({ query }) => suggestBrands(query),
  };
}

/** The data changes only with a start of the server, so nothing removes these from the cache. */
export const instrumentCacheTags: CacheTags = {
  listKinds: () => 'instruments',
  readKind: () => 'instruments',
};
