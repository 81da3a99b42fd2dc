import { plainText } from './plain-text.ts';

/**
 * Words that say that somebody buys or sells, and not what, in English, German, Spanish and French, with those small words of
 * the other languages that English stems do not leave out. In a shop of second-hand instruments they tell nothing apart.
 */
const fillers = [
  'used secondhand cheap cheaply affordable inexpensive buy buying purchase sell selling sale wanted want looking look need near nearby around price priced please anyone somebody someone instrument instruments condition',
  'gebraucht gebrauchte gebrauchter gebrauchtes gunstig gunstige gunstiges billig suche kaufen kaufe verkaufen verkaufe instrumente zustand mit und oder fur von zu im der das ein eine einen',
  'usado usada usados usadas barato barata busco comprar vender vendo venta instrumento instrumentos estado para con por del una un en y de el',
  'occasion cherche acheter vendre vends etat pour avec et ou du des une dans mon ma',
].join(' ');

const fillerWords: ReadonlySet<string> = new Set(fillers.split(' '));

/** Whether a word in small letters and without accents tells nothing about an instrument. */
export const isFiller = (word: string) => fillerWords.has(word.replaceAll('-', ''));

const pictures: Readonly<Record<string, string>> = {
  '🎸': 'guitar',
  '🎹': 'piano',
  '🎺': 'trumpet',
  '🎷': 'saxophone',
  '🎻': 'violin',
  '🥁': 'drum',
  '🪕': 'banjo',
  '🪗': 'accordion',
};

/** The text in small letters, without accents, and with one word for each of what people write in several ways. */
export function unifiedText(text: string): string {
  const worded = text
    .replaceAll(/\p{Extended_Pictographic}/gu, (sign) => ` ${pictures[sign] ?? ''} `)
    .replaceAll('♭', 'b');
  return plainText(worded)
    .replaceAll(/\b(?:second[ -]hand|segunda mano|pas cher|d['’]occasion)\b/g, ' used ')
    .replaceAll(/\bmouth[ -]organ(s?)\b/g, 'harmonica$1')
    .replaceAll(/\b([be]) flat\b/g, '$1b');
}
