import { type Category, categories } from '#contract/constants.ts';
import { plainText } from './plain-text.ts';

/** Other words for a category, in English, German, Spanish and French. A search for one finds the whole category. */
const categoryWords: Readonly<Record<Category, string>> = {
  Brass: 'blech blechbläser blechblasinstrument blechblasinstrumente metales cuivres',
  Keyboard:
    'keyboards keys tasten tasteninstrument tasteninstrumente teclado teclados clavier claviers',
  Woodwind: 'woodwinds holz holzbläser holzblasinstrument holzblasinstrumente maderas bois',
  String:
    'strings saiteninstrument saiteninstrumente streicher streichinstrument streichinstrumente cuerda cuerdas cordes',
  Percussion: 'schlagwerk schlaginstrument schlaginstrumente perkussion percusion percussions',
};

/** Instruments: the English word, and the same in German, Spanish and French. */
const instrumentWords: Readonly<Record<string, string>> = {
  trumpet: 'trompete trompeten trompeta trompetas trompette trompettes',
  trombone: 'posaune posaunen trombon',
  horn: 'waldhorn waldhörner trompa',
  tuba: 'tuben',
  violin: 'geige geigen violine violinen fiddle fiddles violon violons',
  viola: 'bratsche bratschen',
  cello: 'violoncello violoncelli violoncelle violonchelo chelo celli',
  guitar: 'gitarre gitarren guitarra guitarras guitare guitares',
  harp: 'harfe harfen arpa arpas harpe',
  flute: 'flöte flöten querflöte querflöten flauta flautas',
  recorder: 'blockflöte blockflöten',
  clarinet: 'klarinette klarinetten clarinete clarinetes clarinette clarinettes',
  saxophone: 'saxophon saxofon saxofone saxofones saxo sax saxes',
  oboe: 'oboen hautbois',
  bassoon: 'fagott fagotte fagot',
  accordion: 'akkordeon akkordeons ziehharmonika acordeon acordeones accordeon',
  piano: 'klavier klaviere pianoforte pianos flügel',
  organ: 'orgel orgeln organo orgue',
  synthesizer: 'synth synths synthesiser synthesisers sintetizador sintetizadores synthetiseur',
  drum: 'trommel trommeln schlagzeug tambor tambores tambour bateria batterie',
  bell: 'glocke glocken campana campanas cloche',
  ukulele: 'ukelele ukeleles uke ukes',
};

/** Further kinds of instruments, which have no other words here. */
const furtherKinds =
  'cornet flugelhorn euphonium sousaphone bugle harpsichord celesta melodica sampler piccolo harmonica bagpipe pipe ' +
  'mandolin banjo bass sitar zither lute dulcimer bouzouki concertina snare djembe cajon conga bongo marimba ' +
  'xylophone vibraphone glockenspiel timpani tambourine maracas theremin';

/** What players call their instruments. */
const nicknames: Readonly<Record<string, string>> = {
  stratocaster: 'strat strats',
  telecaster: 'tele teles',
  bandoneon: 'bandonion',
  cymbal: 'becken platillos cymbale',
};

/** The alternatives of a word, each a list of words of which all must be there; a category has its lexeme's prefix. */
export const synonyms: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ...pairs(categoryWords, (category) => `c:${category}`),
  ...pairs(instrumentWords, (instrument) => instrument),
  ...pairs(nicknames, (name) => name),
]);

function pairs(table: Readonly<Record<string, string>>, meaning: (name: string) => string) {
  return Object.entries(table).flatMap(([name, words]) =>
    words.split(' ').map((word) => [plainText(word), [[meaning(name)]]] as const),
  );
}

/** Every other word for a category, with the category. */
export const categoriesByWord: readonly (readonly [word: string, category: Category])[] =
  categories.flatMap((category) =>
    categoryWords[category].split(' ').map((word) => [plainText(word), category] as const),
  );

/** The kinds of instruments, as they are called in English. */
export const instrumentKinds: readonly string[] = [
  ...Object.keys(instrumentWords),
  ...Object.keys(nicknames),
  ...furtherKinds.split(' '),
];
