import type { Category } from '#contract/constants.ts';
import { instruments, type Kind, kindWithId } from '#contract/instruments/kinds.ts';
import { kindOfName, plainWords } from './kind-of-name.ts';

const maxSuggestions = 6;

/** What musicians say for one make of a kind. As words of the kind, they would find all of it in a search. */
const makes: Readonly<Record<string, readonly string[]>> = {
  'electric-guitar': ['telecaster', 'stratocaster', 'les paul', 'superstrat', 'archtop'],
  'acoustic-guitar': ['dreadnought', 'parlour guitar'],
  'bass-guitar': ['precision bass', 'p-bass', 'jazz bass', 'j-bass'],
  'electric-piano': ['rhodes', 'wurlitzer'],
  organ: ['hammond'],
  'french-horn': ['double horn'],
};

/** Each kind with the beginnings of its words, and of each word in them. */
const searchable = instruments.kinds.map((kind) => {
  const words = [...Object.values(kind.words).flat(), ...(makes[kind.kind] ?? [])].map(plainWords);
  return { kind, words, parts: words.flatMap((word) => word.split(/[\s-]+/).slice(1)) };
});

/** The kind that a name says, then those with a word that begins with what was typed, whole words first. */
export function suggestKinds({ q, category }: { q: string; category?: Category | undefined }): {
  kinds: Kind[];
  isNamed: boolean;
} {
  const named = kindOfName(q, category);
  const typed = plainWords(q).trim();
  const begins = (words: readonly string[]) => words.some((word) => word.startsWith(typed));
  const rankOf = ({ words, parts }: (typeof searchable)[number]) =>
    words.includes(typed) ? 0 : begins(words) ? 1 : begins(parts) ? 2 : undefined;
  const found =
    typed === ''
      ? []
      : searchable.flatMap((one) => {
          const rank = rankOf(one);
          return rank === undefined ? [] : [{ kind: one.kind, rank }];
        });
  const inOrder = found.sort((one, other) => one.rank - other.rank).map(({ kind }) => kind);
  const made = makeIn(typed);
  const kinds = new Set([...(named ? [named] : []), ...inOrder, ...(made ? [made] : [])]);
  return { kinds: [...kinds].slice(0, maxSuggestions), isNamed: named !== undefined };
}

/** 'Fender Telecaster 1998' has a make in it. */
function makeIn(typed: string): Kind | undefined {
  const words = ` ${typed} `;
  const found = Object.entries(makes).find(([, names]) =>
    names.some((name) => words.includes(` ${name} `)),
  );
  return found && kindWithId(found[0]);
}
