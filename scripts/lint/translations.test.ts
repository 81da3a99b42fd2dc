import { expect, it } from 'vitest';
import words from '../../texts/words.json' with { type: 'json' };
import { readCatalogue } from '../build/texts.mjs';

const noBreakSpace = '\u00A0';
const narrowNoBreakSpace = '\u202F';

it('French has no space before punctuation at which a line can break', async () => {
  const wrong = [
    `(?<!${noBreakSpace})»`,
    `«(?!${noBreakSpace})`,
    `(?<!${narrowNoBreakSpace})[;!?]`,
    // a colon in an address like https:// has no space
    `(?<!${noBreakSpace}):(?!//)`,
  ];
  expect(await translationsWith('fr', new RegExp(wrong.join('|'), 'u'))).toEqual([]);
});

it.each(Object.entries(words))('%s uses the words of its list', async (language, list) => {
  const wrong = [];
  for (const { not, but } of list)
    for (const said of await translationsWith(language, new RegExp(not, 'u')))
      wrong.push({ said, but });
  expect(wrong).toEqual([]);
});

/** The translations that match, except those of the blog, whose essays have words of their own. */
async function translationsWith(language: string, pattern: RegExp): Promise<string[]> {
  const entries = Object.values(await readCatalogue(language));
  return entries
    .filter(({ origin }) => !origin?.every(([file]) => file.startsWith('web/features/blog/')))
    .map(({ translation = '' }) => translation)
    .filter((said) => pattern.test(said));
}
