/**
 * Small letters without accents and points, as `search_plain_text` makes them of the texts of products. Marks that make another letter in
 * other alphabets ('й', 'ギ') stay.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(longRun, '$1')
    .normalize('NFKD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFKC')
    .replaceAll(/[\u0300-\u0362]/g, '')
    .replaceAll(/\p{Lu}/gu, (letter) => letter.toLowerCase())
    .replaceAll(points, '')
    .replaceAll(otherLetters, (letter) => letters[letter] ?? letter);
}

/** No writing has more marks on a letter (Stream-Safe Text Format, UAX 15); sorting them takes the square of their number. */
const longRun = /(\p{M}{30})\p{M}+/gu;

/**
 * A plain text without the article of its Arabic words, which the index has with and without it: 'العود' and 'والعود' are 'عود'.
 * What stands before it and is written together with it goes too. Two letters must be left.
 */
export function withoutArticle(plain: string): string {
  return plain.replaceAll(article, '');
}

const article =
  /(?<![\u0621-\u064a\u066e-\u06d3])(?:[وف]?(?:[بك]?ال|لل))+(?=[\u0621-\u064a\u066e-\u06d3]{2})/gu;

/** The vowels of Arabic and Hebrew, which few people write, and the sign that makes an Arabic word longer. */
const points =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;

/**
 * The letters that have no decomposition in Unicode, as PostgreSQL's `unaccent` writes them, the one of Russian, the last sigma
 * of a Greek word, which is another in capital letters, and those of Arabic that are written in several ways or that Persian and
 * Urdu have in their place.
 */
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
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۃ: 'ه',
  ہ: 'ه',
  ۀ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ...digitsOf('٠١٢٣٤٥٦٧٨٩'),
  ...digitsOf('۰۱۲۳۴۵۶۷۸۹'),
};

function digitsOf(written: string): Record<string, string> {
  return Object.fromEntries([...written].map((digit, value) => [digit, String(value)]));
}

const otherLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
