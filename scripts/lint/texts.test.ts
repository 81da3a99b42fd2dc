import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { beforeAll, expect, it } from 'vitest';
import linguiConfig from '../../lingui.config.mjs';
import { readCatalogue } from '../build/texts.mjs';
import { projectFolder } from '../setup/project.mjs';

let inCode: Set<string>;
/** What a text with an id of its own says in the code. */
let saidInCode: [string, string][];

beforeAll(async () => {
  const config = makeConfig({ ...linguiConfig, rootDir: projectFolder });
  const [catalogue] = await getCatalogs(config);
  const found = await catalogue?.collect();
  inCode = new Set(Object.keys(found ?? {}));
  saidInCode = Object.entries(found ?? {}).map(([id, { message }]) => [id, message ?? id]);
});

it.each(linguiConfig.locales)(
  'the catalogue %s has every text of the code, and no other',
  async (language) => {
    const entries = await readCatalogue(language);
    expect(inCode.size).toBeGreaterThan(2_000);
    expect(
      [...inCode].filter((id) => !(id in entries)),
      'Run npm run texts',
    ).toEqual([]);
    expect(
      Object.keys(entries).filter((id) => !inCode.has(id)),
      'Run npm run texts',
    ).toEqual([]);
  },
);

it('the English catalogue says what the code says', async () => {
  const entries = await readCatalogue('en');
  const changed = saidInCode.filter(([id, said]) => entries[id]?.translation !== said);
  expect(changed, 'Run npm run texts').toEqual([]);
});

it.each(linguiConfig.locales)('every text is translated in %s', async (language) => {
  const entries = Object.entries(await readCatalogue(language));
  const missing = entries.filter(([, { translation }]) => !translation).map(([id]) => id);
  expect(missing).toEqual([]);
});
