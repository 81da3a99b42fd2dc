import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * A word to which earlier versions of this code gave a meaning of their own, so that a newcomer had to learn it. The terms
 * of the field have replaced them.
 */
interface PrivateWord {
  word: string;
  /** Matched in lower case, in prose and in the words of identifiers: `mendDriver` reads as `mend driver`. */
  pattern: RegExp;
  instead: string;
  /** Files that may contain the word, and why. A folder ends with a slash. */
  allowed?: Record<string, string>;
}

const forVisitors = 'a text that visitors read';
const stored = 'the name of a table, of a column or of a value that is stored';
const api = 'a value of the API';

const privateWords: PrivateWord[] = [
  { word: 'house', pattern: /\bhouses?\b/g, instead: 'application' },
  {
    word: 'floor',
    pattern: /(?<!math\.|\()\bfloors?\b(?!\()/g,
    instead: 'layer',
    allowed: { 'demo/said.ts': stored },
  },
  { word: 'deed', pattern: /\bdeeds?\b/g, instead: 'workflow, action' },
  { word: 'chore', pattern: /\bchores?\b/g, instead: 'scheduled job' },
  {
    word: 'mend',
    pattern: /\bmend(s|ed|ing)?\b/g,
    instead: 'update, change, repair',
  },
  {
    word: 'hear',
    pattern: /\b(hears?|heard|hearing)\b/g,
    instead: 'receive, handle, respond',
    allowed: {
      'server/features/after-sale/mails/sale-content.ts': forVisitors,
      'web/features/products/ProductContent.tsx': forVisitors,
      'e2e/clips.spec.ts': forVisitors,
    },
  },
  { word: 'stall', pattern: /\bstall(s|ed|ing)?\b/g, instead: 'seller location; hang' },
  {
    word: 'appoint',
    pattern: /\bappoint(s|ed|ing|ment)?\b/g,
    instead: 'bootstrap the first admin',
    allowed: {
      'contract/users/audit.ts': stored,
      'server/features/session/': stored,
      'web/features/users/AuditTable.tsx': stored,
      'web/features/users/dashboard-parts.test.tsx': stored,
    },
  },
  {
    word: 'stand-in',
    pattern: /\bstand-?ins?\b/g,
    instead: 'fake',
    allowed: {
      'contract/identity/identity.ts': api,
      'server/providers/identity/embedded/embedded-identity.ts': api,
      'server/providers/identity/embedded/accounts/google-sign-in.test.ts': api,
      'server/startup/create-identity-provider.test.ts': api,
      'web/features/session/GoogleButton.tsx': 'the value of the API and its text for visitors',
      'server/providers/identity/embedded/fake-google/fake-google.ts': stored,
      'web/entry-server.test.tsx': api,
      'web/identity/choose-provider.test.ts': api,
    },
  },
  {
    word: 'settle',
    pattern: /\bsettl(e|es|ed|ing)( as| intents?| events?| sales?| payments?|ment)\b/g,
    instead: 'sync with the provider; mark processed; record',
    allowed: {
      'server/features/moderation/statement.ts': 'the term of the law',
      'server/features/moderation/mails.ts': 'the term of the law',
    },
  },
  {
    word: 'tries, as a noun',
    pattern: /\b(auth|between|few|further|left|login|many|max|more|of|on) tries\b/g,
    instead: 'attempts; retries',
    allowed: {
      'contract/identity/identity.ts': forVisitors,
      'docs/operators/servers.md': stored,
      'docs/privacy.md': stored,
      'server/database/personal-columns.ts': stored,
      'server/maintenance/tasks.ts': stored,
      'server/database/schema/identity.ts': stored,
      'server/providers/identity/embedded/': stored,
      'server/features/exports/export-user.test.ts': stored,
    },
  },
  {
    word: 'shelf',
    pattern: /\b(shelf|shelves)\b/g,
    instead: 'upload list; category',
    allowed: {
      'server/features/after-sale/mails/sale-content.ts': forVisitors,
      'web/features/home/HomePage.tsx': forVisitors,
      'web/features/payments/HoldEnded.tsx': forVisitors,
      'web/features/products/CategoryProducts.tsx': forVisitors,
      'web/features/products/MyProductsList.tsx': forVisitors,
      'web/features/products/product-heads.ts': forVisitors,
      'web/features/users/PeopleList.tsx': forVisitors,
      'web/features/users/ProfilePage.tsx': forVisitors,
      'web/routing/NotFoundPage.tsx': forVisitors,
    },
  },
  { word: 'lane', pattern: /\blanes?\b/g, instead: 'queue' },
  {
    word: 'wear',
    pattern: /\bwears?\b/g,
    instead: 'theme, style',
    allowed: { 'demo/said.ts': stored, 'web/features/products/facts.ts': forVisitors },
  },
  { word: 'keeper', pattern: /\bkeepers?\b/g, instead: 'holder, store' },
  { word: 'last resort', pattern: /\blast resort\b/g, instead: 'root error boundary' },
  { word: 'few at once', pattern: /\bfew at once\b/g, instead: 'map with concurrency' },
  { word: 'surroundings', pattern: /\bsurroundings\b/g, instead: 'environment, options' },
  { word: 'patience', pattern: /\bpatience\b/g, instead: 'timeout' },
  {
    word: 'whoever',
    pattern: /\bwhoever\b/g,
    instead: 'the user who, the caller that',
    allowed: {
      'server/features/after-sale/mails/sale-content.ts': forVisitors,
      'web/features/about/AboutPage.tsx': forVisitors,
      'web/features/products/listing/ListingFieldset.tsx': forVisitors,
    },
  },
  { word: 'besides', pattern: /\bbesides\b/g, instead: 'also, in addition to' },
  {
    word: 'anew',
    pattern: /\banew\b/g,
    instead: 'again',
    allowed: { 'bench/search/vocabulary.mjs': 'the text of a listing' },
  },
  { word: 'meanwhile', pattern: /\bmeanwhile\b/g, instead: 'while, in the meantime' },
  {
    word: 'for good',
    pattern: /\bfor good\b/g,
    instead: 'permanently',
    allowed: {
      'server/jobs/outbox/after-sale-texts.ts': forVisitors,
      'web/features/products/AllProductsPage.tsx': forVisitors,
    },
  },
  { word: 'in clear', pattern: /\bin clear\b/g, instead: 'in plain text' },
  {
    word: 'by hand',
    pattern: /\bby hand\b/g,
    instead: 'manually',
    allowed: { 'web/features/payouts/MoneyPage.tsx': forVisitors },
  },
  { word: 'somebody’s look', pattern: /\bsomebody.s look\b/g, instead: 'attention' },
  { word: ', of which', pattern: /, of which\b/g, instead: 'whose, where, most of them' },
  {
    word: 'most, as a limit',
    pattern: /\bconst most [a-z]+/g,
    instead: 'maxCount, maxBytes',
  },
  {
    word: 'Parts, as the type of what a function gets',
    pattern: /\b(interface|type) (\w+ )+parts\b/g,
    instead: 'Deps, Options, Props',
  },
];

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Texts of the shop itself, its data, and what tools generate. */
const skipped = [
  'bench/results/',
  'contract/messages.ts',
  'demo/instruments/',
  'demo/studio/',
  'docs/decisions/0020-a-codebase-that-a-stranger-can-enter.md',
  'scripts/lint/language.test.ts',
  'server/database/migrations/',
  'web/features/blog/',
];

const files = ['', 'contract', 'server', 'web', 'demo', 'e2e', 'bench', 'docs', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: folder !== '', withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|cjs|css|html|md)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(project.length))
  .filter((file) => !skipped.some((path) => file.startsWith(path)));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const texts = files.map((file) => ({ file, words: wordsOf(textOf(file)) }));

function wordsOf(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** Titles of single tests, which a report shows alone. */
const title =
  /(?:\b(?:it|test)(?:\.(?!describe)\w+)*(?:\([^()'`"\n]*\))?|\](?: as const)?\))\(\s*(['`"])((?:\\.|(?!\1).)*)\1/g;
const fragment = /^(of|that|whose|who|which|what|whom|and|but)\b/;
/** Verbs and prepositions that are no nouns, so that a title which begins with one has no subject. */
const verb =
  /^(is|are|was|has|have|does|do|can|cannot|may|must|says?|tells?|takes?|gives?|keeps?|finds?|lets?|makes?|sends?|gets?|goes|stays|refuses?|accepts?|becomes|belongs?|contains?|forgets|hides|ignores?|needs|never|opens|removes?|stores|throws|waits|in|by|from|to|for|with|without|also)\b/;

it('the title of a test is a sentence with a subject or a verb', () => {
  const titles = files
    .filter((file) => /\.(test|spec|journey|emulator)\.tsx?$|-test\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(title)].map(([, , words = '']) => ({ file, words })),
    );
  const isAlone = ({ words }: { words: string }) => !fragment.test(words) && !verb.test(words);
  expect(titles.length).toBeGreaterThan(2_500);
  expect(titles.filter((one) => !isAlone(one))).toEqual([]);
});

it('the code and its documents are found', () => {
  expect(files.length).toBeGreaterThan(500);
});

it.each(privateWords)('no file uses “$word”, except for stated reasons', (privateWord) => {
  const { pattern, instead, allowed = {} } = privateWord;
  const uses = texts.flatMap(({ file, words }) =>
    [...words.matchAll(pattern)].map(({ index }) => ({
      file,
      line: words.slice(0, index).split('\n').length,
    })),
  );
  const isAllowed = ({ file }: { file: string }) =>
    Object.keys(allowed).some(
      (path) => file === path || (path.endsWith('/') && file.startsWith(path)),
    );
  const refused = uses.filter((use) => !isAllowed(use)).map(({ file, line }) => `${file}:${line}`);
  expect(refused, `Say ${instead}`).toEqual([]);
});
