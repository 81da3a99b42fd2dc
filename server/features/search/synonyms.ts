import { type Category, type Condition, categories } from '#contract/constants.ts';
import { plainText } from './plain-text.ts';

/** Other words for a category, in the same languages as instruments. A search for one finds the whole category. */
const categoryWords: Readonly<Record<Category, string>> = {
  Brass: 'blech blechbläser blechblasinstrument blechblasinstrumente metales cuivres',
  Keyboard:
    'keyboards keys tasten tasteninstrument tasteninstrumente teclado teclados clavier claviers tastiera tastiere',
  Woodwind: 'woodwinds holz holzbläser holzblasinstrument holzblasinstrumente maderas bois',
  String:
    'strings saiteninstrument saiteninstrumente streicher streichinstrument streichinstrumente cuerda cuerdas cordes',
  Percussion: 'schlagwerk schlaginstrument schlaginstrumente perkussion percusion percussions',
};

/** Further words for a condition. */
const conditionWords: Readonly<Record<Condition, string>> = {
  Excellent: 'excellent mint',
  Good: 'good',
  Fair: 'fair',
};

/**
 * Instruments: the English word, and the same in German, Spanish and French, of the most frequent also in Italian, Dutch and
 * Portuguese. Each finds what the others find.
 */
const instrumentWords: Readonly<Record<string, string>> = {
  trumpet:
    'trompete trompeten trompeta trompetas trompette trompettes tromba trombe trompet trompetten',
  trombone: 'posaune posaunen trombon',
  horn: 'waldhorn waldhörner trompa',
  tuba: 'tuben',
  cornet: 'kornett kornette corneta cornetas',
  violin:
    'geige geigen violine violinen fiddle fiddles violon violons violino violini viool violen',
  viola: 'bratsche bratschen',
  cello: 'violoncello violoncelli violoncelle violonchelo chelo celli',
  guitar:
    'axe gitarre gitarren guitarra guitarras guitare guitares chitarra chitarre gitaar gitaren violao',
  harp: 'harfe harfen arpa arpas harpe',
  flute: 'flöte flöten querflöte querflöten flauta flautas flauto flauti fluit fluiten',
  recorder: 'blockflöte blockflöten altblockflöte sopranblockflöte',
  clarinet:
    'klarinette klarinetten clarinete clarinetes clarinette clarinettes clarinetto clarinetti klarinet',
  saxophone: 'saxophon saxofon saxofone saxofones saxo sax saxes sassofono sassofoni saxofoon',
  oboe: 'oboen hautbois',
  bassoon: 'fagott fagotte fagot',
  accordion:
    'squeezebox akkordeon akkordeons ziehharmonika schifferklavier acordeon acordeones accordeon fisarmonica fisarmoniche sanfona',
  harmonica: 'mundharmonika mundharmonikas armonica',
  piano: 'klavier klaviere pianoforte pianos',
  organ: 'orgel orgeln organo orgue',
  synthesizer: 'synth synths synthesiser synthesisers sintetizador sintetizadores synthetiseur',
  drum: 'trommel trommeln schlagzeug tambor tambores tambour bateria batterie tamburo tamburi trommels batteria',
  bell: 'glocke glocken campana campanas cloche',
  ukulele: 'ukelele ukeleles uke ukes',
  cymbal: 'becken platillos cymbale cymbales',
  timpani: 'timps kettledrum kettledrums pauke pauken timbal timbales timbale',
  maracas: 'maraca shaker shakers rassel rasseln',
  tambourine: 'tamburin pandereta panderetas tambourin',
  xylophone: 'xylophon xilofono',
  bagpipe: 'bagpipes dudelsack dudelsäcke sackpfeife gaita gaitas cornemuse cornemuses',
  mandolin: 'mandoline mandolinen mandolina mandolinas mandolines',
  harpsichord: 'cembalo cembali clavecin clavecins',
  microphone: 'mic mics mike mikrofon mikrofone microfono',
  amplifier: 'amp amps verstärker amplificador amplificateur amplificatore versterker',
};

/** Kinds that belong to another one, and are found by its words too, behind it. Their own words find only themselves. */
const narrowerKinds: Readonly<Record<string, string>> = {
  drum: 'snare djembe conga bongo timpani',
  accordion: 'bandoneon concertina melodeon',
};

/** Further kinds of instruments, which have no other words here. */
const furtherKinds =
  'flugelhorn euphonium sousaphone bugle celesta melodica sampler piccolo pipe ' +
  'banjo bass sitar zither lute oud kora dulcimer bouzouki concertina melodeon harmonium keytar ocarina whistle kalimba handpan snare djembe cajon conga bongo marimba ' +
  'vibraphone glockenspiel theremin';

/** What players call their instruments, and words that are written in two ways. */
const nicknames: Readonly<Record<string, string>> = {
  stratocaster: 'strat strats strato',
  telecaster: 'tele teles',
  bandoneon: 'bandonion',
  analogue: 'analog',
};

/** Single words for what English has several: alternatives, each of which ends with the kind of the instrument. */
const compounds: Readonly<Record<string, string>> = {
  kontrabass: 'double bass',
  contrabass: 'double bass',
  contrabajo: 'double bass',
  contrebasse: 'double bass',
  flügel: 'grand piano',
  konzertflügel: 'grand piano',
  epiano: 'electric piano, digital piano, stage piano',
  egitarre: 'electric guitar',
  westerngitarre: 'acoustic guitar',
  akustikgitarre: 'acoustic guitar',
  konzertgitarre: 'classical guitar',
  ebass: 'electric bass, c:String n:bass, bass guitar',
  bassgitarre: 'electric bass, c:String n:bass, bass guitar',
  pbass: 'precision bass',
  jbass: 'jazz bass',
  edrum: 'electronic drum',
  edrums: 'electronic drum',
  altsaxophon: 'alto saxophone',
  tenorsaxophon: 'tenor saxophone',
};

/** The same place in several languages. */
const cities =
  'munich münchen, cologne köln, vienna wien viena, prague praha prag, gothenburg göteborg, copenhagen københavn kopenhagen, ' +
  'lisbon lisboa lissabon, rome roma, milan milano mailand, naples napoli neapel, florence firenze florenz, ' +
  'venice venezia venedig, turin torino, geneva genève genf ginebra, nuremberg nürnberg, hanover hannover, ' +
  'brussels bruxelles brussel brüssel, antwerp antwerpen, ghent gent, bruges brugge, warsaw warszawa warschau, ' +
  'krakow krakau cracow, athens athen, seville sevilla, havana habana, moscow moskva moskau, basel basle, bern berne, ' +
  'lucerne luzern, strasbourg straßburg';

const numbers =
  'two 2 ii, three 3 iii, four 4 iv, five 5, six 6 vi, seven 7 vii, eight 8 viii, nine 9 ix, ten 10, twelve 12';

/** Found only when they are typed, because in texts they mean something else: 'batterie' is a battery too. */
const ambiguous: ReadonlySet<string> = new Set(
  'batterie bateria batteria becken flugel trompa tuben mike axe'.split(' '),
);

/** Two words that mean something together. */
const phrases: Readonly<Record<string, string>> = {
  'b flat': 'bb, b',
  'e flat': 'eb, e',
  'mouth organ': 'harmonica, mundharmonika',
  'bass guitar': 'electric bass, c:String n:bass',
  'blues harp': 'harmonica, mundharmonika',
  'drum set': 'drum kit',
  'drum kit': 'drum set',
  'wind instrument': 'c:Brass, c:Woodwind',
  'wind instruments': 'c:Brass, c:Woodwind',
  'upright bass': 'double bass',
  'native instruments': 'nativeinstruments',
};

type Alternatives = readonly (readonly string[])[];

const alternatives = new Map<string, Alternatives>();

for (const [category, words] of Object.entries(categoryWords)) {
  for (const word of words.split(' ')) add(word, [[`c:${category}`]]);
}
for (const [condition, words] of Object.entries(conditionWords)) {
  for (const word of words.split(' ')) add(word, [[`o:${condition}`]]);
}
for (const table of [instrumentWords, nicknames]) {
  for (const [name, words] of Object.entries(table)) addGroup([name, ...words.split(' ')]);
}
for (const [name, narrower] of Object.entries(narrowerKinds)) {
  const kinds = narrower.split(' ').map((kind) => [kind]);
  for (const word of [name, ...(instrumentWords[name] ?? '').split(' ')]) add(word, kinds);
}
for (const group of `${cities}, ${numbers}`.split(', ')) addGroup(group.split(' '));
for (const [word, meant] of [...Object.entries(compounds), ...Object.entries(phrases)]) {
  add(
    word,
    meant.split(', ').map((words) => words.split(' ')),
  );
}

/** Each word finds what the other ones find, and the compounds of the first one. */
function addGroup(words: readonly string[]): void {
  const ofKind = Object.entries(compounds)
    .filter(([, meant]) => meant.endsWith(` ${words[0]}`))
    .map(([compound]) => compound);
  for (const word of words) {
    const others = [...words, ...ofKind].map(plainText);
    const meant = others.filter((other) => other !== plainText(word) && !ambiguous.has(other));
    add(
      word,
      meant.map((other) => [other]),
    );
  }
}

/** With umlauts also as people write them without. */
function add(word: string, meant: Alternatives): void {
  const written = word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  for (const key of new Set([plainText(word), plainText(written)])) {
    alternatives.set(key, [...(alternatives.get(key) ?? []), ...meant]);
  }
}

/** Other words for a word, each a list of words of which all must be there; a filter has its lexeme's prefix. */
export function synonymsOf(word: string): Alternatives {
  const singular = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
  return alternatives.get(word) ?? alternatives.get(singular) ?? [];
}

const numberWords: ReadonlySet<string> = new Set(['one', ...numbers.split(/,? /)]);

/** Whether a misspelled word may be corrected to this one: not to a number, nor to what is found only when it is typed. */
export const mayCorrectTo = (word: string) => !numberWords.has(word) && !ambiguous.has(word);

/** The words that have other words, except those for a category, to which nothing is corrected. */
export const wordsWithSynonyms: readonly string[] = [...alternatives]
  .filter(([, meant]) => !meant.every((words) => words.join(' ').startsWith('c:')))
  .map(([word]) => word)
  .filter((word) => /^\p{L}+$/u.test(word) && mayCorrectTo(word));

/** The category that has this name, of those whose name means nothing else. */
export function categoryNamed(word: string): Category | undefined {
  const unambiguous: readonly Category[] = ['Brass', 'Woodwind', 'Percussion'];
  return unambiguous.find((category) => category.toLowerCase() === word);
}

/** Every other word for a category, with the category. */
export const categoriesByWord: readonly (readonly [word: string, category: Category])[] =
  categories.flatMap((category) =>
    categoryWords[category].split(' ').map((word) => [plainText(word), category] as const),
  );

/** The kinds of instruments, as they are called in English. */
export const instrumentKinds: readonly string[] = [
  ...Object.keys(instrumentWords),
  ...Object.keys(nicknames).filter((name) => name !== 'analogue'),
  ...furtherKinds.split(' '),
];

const kindWords: ReadonlySet<string> = new Set([
  ...instrumentKinds,
  ...[...Object.entries(instrumentWords), ...Object.entries(categoryWords)].flatMap(([, words]) =>
    words.split(' ').map(plainText),
  ),
  ...Object.keys(compounds).map(plainText),
  ...['bass guitar', 'mouth organ', 'blues harp', 'drum set', 'drum kit', 'upright bass'],
  ...categories.map((category) => category.toLowerCase()),
]);

/** The names of kinds of instruments, in all languages. */
export const kindNames: readonly string[] = [...kindWords];

/** Whether a word names a kind of instruments, in any of the languages. */
export const namesKind = (word: string) =>
  kindWords.has(word) || kindWords.has(word.replace(/s$/, ''));
