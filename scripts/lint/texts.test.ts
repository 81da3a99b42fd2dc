import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { beforeAll, describe, expect, it } from 'vitest';
import linguiConfig from '../../lingui.config.mjs';
import { catalogueNames, readCatalogue, readCatalogues } from '../build/texts.mjs';
import { projectFolder } from '../setup/project.mjs';

const config = makeConfig({ ...linguiConfig, rootDir: projectFolder });

describe.each(catalogueNames)('the catalogue of %s', (name) => {
  const languages = linguiConfig.locales;
  /** What each text says in the code or the data, by its id. */
  let said: Map<string, string>;

  beforeAll(async () => {
    const catalogues = await getCatalogs(config);
    const found = await catalogues[catalogueNames.indexOf(name)]?.collect();
    said = new Map(Object.entries(found ?? {}).map(([id, { message }]) => [id, message ?? id]));
  });

  it.each(languages)(
    'the catalogue has in %s every text of its source, and no other',
    async (language) => {
      const entries = await readCatalogue(language, name);
      expect(said.size).toBeGreaterThan(1_500);
      expect(
        [...said.keys()].filter((id) => !(id in entries)),
        'Run npm run texts',
      ).toEqual([]);
      expect(
        Object.keys(entries).filter((id) => !said.has(id)),
        'Run npm run texts',
      ).toEqual([]);
    },
  );

  it('the English texts of the catalogue are those of its source', async () => {
    const entries = await readCatalogue('en', name);
    const changed = [...said].filter(([id, text]) => entries[id]?.translation !== text);
    expect(changed, 'Run npm run texts').toEqual([]);
  });
});

it.each(linguiConfig.locales)('every text is translated in %s', async (language) => {
  const entries = Object.entries(await readCatalogues(language));
  const missing = entries.filter(([, { translation }]) => !translation).map(([id]) => id);
  expect(missing).toEqual([]);
});
