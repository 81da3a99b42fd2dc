import { z } from 'zod';
import { byLanguage } from './by-language.ts';
import data from './fact-words.json' with { type: 'json' };

const words = z.array(z.string().min(1)).min(1);

export const factWordsFile = z.strictObject({
  version: z.literal(1),
  about: z.string(),
  facts: z.array(
    z.strictObject({
      /** Each an attribute and one of its answers: `hand:left`. */
      facts: z.array(z.string().regex(/^[a-z0-9-]+:[a-z0-9+/-]+$/)).min(1),
      words: byLanguage(words).partial(),
      /** Words that mean something else as well, and these facts only beside a kind that is asked for them. */
      beside: words.optional(),
    }),
  ),
});

/** What musicians call facts. A test parses the file by the schema, so it is not parsed here. */
export const factWords: readonly z.infer<typeof factWordsFile>['facts'][number][] = data.facts;
