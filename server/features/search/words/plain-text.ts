/**
 * Small letters without accents, as `search_plain_text` makes them of the texts of products. Marks that make another letter in
 * other alphabets ('й', 'ギ') stay.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFKC')
    .replaceAll(/[\u0300-\u0362]/g, '')
    .replaceAll(/\p{Lu}/gu, (letter) => letter.toLowerCase())
    .replaceAll(/[ßæœøđðłþıħŧŋĸʼёς]/g, (letter) => letters[letter] ?? letter);
}

/** The letters that have no decomposition in Unicode, as PostgreSQL's `unaccent` writes them, the one of Russian, and
 * the last sigma of a Greek word, which is another in capital letters. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'q',
  ʼ: "'",
  ё: 'е',
  ς: 'σ',
};
