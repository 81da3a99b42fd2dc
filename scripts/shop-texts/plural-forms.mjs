/** Plural rules of gettext. Each number is the place of its form among those of CLDR: zero, one, two, few, many, other. */
const rules = [
  '0',
  'n != 1',
  'n > 1',
  'n%10==1 && n%100!=11 ? 0 : 1',
  'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2',
  'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2',
  'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2',
  'n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2',
  'n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2',
  'n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2',
  'n==1 ? 0 : n==2 ? 1 : 2',
  'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3',
  'n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4',
  'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5',
  'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
].map((rule) => ({ rule, formOf: new Function('n', `return Number(${rule})`) }));

const categories = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);
const numbers = Array.from({ length: 1_001 }, (_, number) => number);

/**
 * The forms that whole numbers up to a thousand have in a language: `one`, `other`.
 * @param {string} language
 */
export function formsOf(language) {
  const { select } = pluralRules(language);
  const found = new Set(numbers.map(select));
  return categories.filter((category) => found.has(category));
}

/**
 * The header `Plural-Forms` of a language, which editors of .po files ask for. The texts name their forms themselves.
 * @param {string} language
 */
export function pluralFormsHeader(language) {
  const forms = formsOf(language);
  const { select } = pluralRules(language);
  const found = rules.find(({ formOf }) =>
    numbers.every((number) => formOf(number) === forms.indexOf(select(number))),
  );
  return `nplurals=${forms.length}; plural=${found ? `(${found.rule})` : 'EXPRESSION'};`;
}

/** @param {string} language */
function pluralRules(language) {
  const made = new Intl.PluralRules(language);
  return { select: (/** @type {number} */ number) => made.select(number) };
}
