import { expect, it } from 'vitest';
import languages from '../../texts/languages.json' with { type: 'json' };
import words from '../../texts/words.json' with { type: 'json' };
import { readCatalogues } from '../build/texts.mjs';

const noBreakSpace = '\u00A0';
const narrowNoBreakSpace = '\u202F';
const counted =
  'amounts|bytes|characters|columns|conversations|days|digits|files|hours|instruments|levels|lines|minutes|offers|people|pictures|products|rows|searches|stars|things';

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

it('a number beside what it counts is a plural in the code', async () => {
  const wrong = await translationsWith(
    'en',
    new RegExp(`\\{\\w+\\} (saved )?(${counted})\\b`, 'u'),
  );
  expect(wrong.filter((said) => !said.includes(', plural,'))).toEqual([]);
});

it.each(
  languages.filter(
    (tag) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.length > 1,
  ),
)('a plural of the English texts is a plural in %s', async (language) => {
  const english = await readCatalogues('en');
  const wrong = Object.entries(await readCatalogues(language)).filter(
    ([id, { translation = '' }]) =>
      !pluralsOf(english[id]?.translation).every((name) => pluralsOf(translation).includes(name)),
  );
  expect(wrong.map(([, { translation }]) => translation)).toEqual([]);
});

function pluralsOf(text = ''): (string | undefined)[] {
  return [...text.matchAll(/\{(\w+), plural,/g)].map(([, name]) => name);
}

/** The translations that match, except those of the blog, whose essays have words of their own. */
async function translationsWith(language: string, pattern: RegExp): Promise<string[]> {
  const entries = Object.values(await readCatalogues(language));
  return entries
    .filter(({ origin }) => !origin?.every(([file]) => file.startsWith('web/features/blog/')))
    .map(({ translation = '' }) => translation)
    .filter((said) => pattern.test(said));
}
