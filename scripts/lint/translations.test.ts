import { expect, it } from 'vitest';
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

/** The translations that match, to be named in the message of a failed test. */
async function translationsWith(language: string, pattern: RegExp): Promise<string[]> {
  const entries = Object.values(await readCatalogue(language));
  return entries.map(({ translation = '' }) => translation).filter((said) => pattern.test(said));
}
