import type { Condition, PlayingState } from '#contract/constants.ts';

/** What a word for the state of an instrument says here. */
export interface ReadCondition {
  condition: Condition;
  playing_state?: PlayingState;
}

/**
 * What Reverb, eBay and dealers call conditions, in the languages of their sites, and the numbers that eBay has for them.
 * A word that says whether it plays says that too.
 */
const words: readonly (ReadCondition & { said: string })[] = [
  {
    condition: 'Excellent',
    said: 'mint|near mint|mint with inventory|brand new|new|new with tags|new with box|new without box|new other|new other see details|open box|like new|as new|b-stock|b stock|demo|ex demo|excellent|excellent refurbished|certified refurbished|certified - refurbished|seller refurbished|manufacturer refurbished|refurbished|1000|1500|1750|2000|2010|2500|2750|neu|neu sonstige|neuwertig|wie neu|hervorragend|ausgezeichnet|neuf|neuf autre|comme neuf|occasion comme neuf|excellent état|nuevo|como nuevo|excelente|nuovo|come nuovo|新品|新品同様|未使用|未使用に近い|美品|極上|ممتاز|جديد|كالجديد',
  },
  {
    condition: 'Good',
    said: 'very good|very good refurbished|very good - refurbished|good|good refurbished|good - refurbished|used|pre-owned|preowned|second hand|secondhand|gently used|vg|2020|2030|3000|4000|5000|gebraucht|sehr gut|gut|guter zustand|occasion|bon état|très bon état|très bon|bon|bueno|muy bueno|buen estado|usado|de segunda mano|usato|buono|中古|良品|良い|目立った傷や汚れなし|やや傷や汚れあり|جيد|جيد جدا|مستعمل',
  },
  {
    condition: 'Fair',
    said: 'fair|poor|acceptable|well used|heavily used|player grade|6000|akzeptabel|stark gebraucht|correct|état correct|acceptable|aceptable|regular|accettabile|並品|傷や汚れあり|全体的に状態が悪い|مقبول',
  },
  {
    condition: 'Fair',
    playing_state: 'repair',
    said: 'non functioning|non-functioning|not functioning|not working|broken|defective|needs repair|faulty|as is|defekt|reparaturbedürftig|en panne|à réparer|ne fonctionne pas|no funciona|para reparar|averiado|non funzionante|ジャンク|故障|يحتاج إلى إصلاح|لا يعمل',
  },
  {
    condition: 'Fair',
    playing_state: 'parts',
    said: 'for parts|for parts or not working|parts only|spares or repair|7000|als ersatzteil|als ersatzteil defekt|als ersatzteil / defekt|ersatzteile|pour pièces|pour pièces détachées|pour pièces détachées ou ne fonctionne pas|para piezas|para desguace|部品取り|قطع غيار',
  },
];

const byWord = new Map(
  words.flatMap(({ said, ...read }) => said.split('|').map((word) => [plain(word), read] as const)),
);

/** What a file calls a condition; undefined for what it does not tell. */
export function readCondition(text: string): ReadCondition | undefined {
  // 'Used (Very Good)' and 'Excellent – Refurbished' say in brackets or behind a dash what the first word leaves open.
  const [first = '', ...rest] = text.split(/[()[\]:–—]| - /).filter((part) => part.trim() !== '');
  return (
    byWord.get(plain(text)) ??
    rest.map((part) => byWord.get(plain(part))).find((read) => read !== undefined) ??
    byWord.get(plain(first))
  );
}

function plain(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
