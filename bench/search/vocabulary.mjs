import { readFileSync } from 'node:fs';

/**
 * What the listings of the search benchmark are made of. Each instrument has a share of the catalogue, and its brands and
 * models are listed from the most frequent to the rarest: the fill draws the first ones far more often.
 * @typedef {object} Instrument
 * @property {'Brass' | 'Keyboard' | 'Woodwind' | 'String' | 'Percussion'} category
 * @property {string} name
 * @property {number} share relative to the other instruments
 * @property {number} dollars a typical price
 * @property {Record<string, string[]>} models by brand
 */

/** @param {string} name */
const readWords = (name) =>
  JSON.parse(
    readFileSync(new URL(`../../contract/instruments/${name}.json`, import.meta.url), 'utf8'),
  );

/** @type {{ kinds: { kind: string, attributes: { id: string, values?: string[] }[], words: Record<string, string[]> }[] }} */
const { kinds } = readWords('kinds');
/** @type {{ facts: { facts: string[], words: Record<string, string[]> }[] }} */
const { facts: factWords } = readWords('fact-words');

export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'];
const otherKinds = new Map([
  ['ride cymbal', 'cymbal'],
  ['vibraphone', 'mallet-instrument'],
]);

/**
 * The id of the kind of an instrument, and what it is called in each language.
 * @param {string} name
 */
export function kindOf(name) {
  const id = otherKinds.get(name) ?? name.toLowerCase().replaceAll(' ', '-');
  const words = kinds.find(({ kind }) => kind === id)?.words;
  if (!words) throw new Error(`There is no kind ${id}`);
  return {
    id,
    names: [name, ...languages.slice(1).map((language) => words[language]?.[0] ?? name)],
  };
}

const perKind = 24;

/**
 * What sellers say of their instruments: for each kind, some pairs of facts that musicians have words for, with these words.
 * @type {{ kind: string, facts: Record<string, string>, words: string[] }[]}
 */
export const answers = kinds.flatMap(({ kind, attributes }) => {
  const asked = factWords.flatMap(({ facts, words }) => {
    const own = facts.find((fact) => {
      const [attribute, value = ''] = fact.split(':');
      const one = attributes.find(({ id }) => id === attribute);
      return one && (one.values?.includes(value) ?? true);
    });
    const called = languages.map((language) => words[language]?.[0] ?? '');
    return own && called.every(Boolean) ? [{ fact: own.split(':'), called }] : [];
  });
  if (asked.length === 0) return [];
  return Array.from({ length: perKind }, (_, at) => {
    const first = asked[at % asked.length];
    const second = asked[(at * 5 + 3) % asked.length];
    const pair = [first, ...(at % 3 > 0 && second?.fact[0] !== first?.fact[0] ? [second] : [])];
    return {
      kind,
      facts: Object.fromEntries(pair.flatMap((one) => (one ? [one.fact] : []))),
      words: languages.map((_, language) =>
        pair.flatMap((one) => one?.called[language] ?? []).join(' '),
      ),
    };
  });
});

/**
 * From `instruments.txt`: a line has the category, the name, the share, the price and, behind each brand, its models.
 * @type {Instrument[]}
 */
export const instruments = readFileSync(new URL('instruments.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [category, name = '', share, dollars, brands = ''] = line.split(' | ');
    const models = brands.split('; ').map((brand) => {
      const [maker = '', list = ''] = brand.split(': ');
      return /** @type {const} */ ([maker, list.split(', ')]);
    });
    return {
      category: /** @type {Instrument['category']} */ (category),
      name,
      share: Number(share),
      dollars: Number(dollars),
      models: Object.fromEntries(models),
    };
  });

/** Towns from large to small. */
export const towns =
  `London, Berlin, Madrid, Paris, New York, Vienna, Hamburg, Los Angeles, Barcelona, Munich, Milan, Chicago,
Cologne, Manchester, Amsterdam, Lisbon, Austin, Leeds, Dublin, Prague, Boston, Bristol, Copenhagen, Toronto, Nashville,
Frankfurt, Glasgow, Zürich, Valencia, Lyon, Stockholm, Seattle, Portland, Leipzig, Brussels, Sevilla, Oslo, Antwerp, Graz,
Basel, Dresden, Turin, Porto, Helsinki, Montréal, Liverpool, Düsseldorf, Málaga, Marseille, Bologna, Denver, Sheffield,
Stuttgart, Nürnberg, Bilbao, Toulouse, Rotterdam, Kraków, Utrecht, Bern, Hannover, Zaragoza, Nantes, Genoa, Edinburgh,
Cardiff, Nottingham, Bremen, Münster, Salzburg, Linz, Gent, Århus, Göteborg, Malmö, Geneva, Lausanne, Freiburg, Mainz,
Granada, Bordeaux, Strasbourg, Verona, Padua, Norwich, Brighton, York, Oxford, Cambridge, Bath, Exeter, Galway, Cork, Belfast,
Weimar, Regensburg, Würzburg, Tübingen, Göttingen, Konstanz, Innsbruck, Klagenfurt, Luzern, Winterthur, Lugano, Delft,
Leiden, Groningen, Eindhoven, Brugge, Leuven, Mechelen, Odense, Aalborg, Uppsala, Lund, Bergen, Trondheim, Tampere, Turku,
Tartu, Riga, Vilnius, Gdańsk, Wrocław, Poznań, Brno, Olomouc, Ljubljana, Maribor, Zagreb, Split, Cremona, Mittenwald,
Markneukirchen, Mirecourt, Absam, Bubenreuth, Peckham, Hackney, Camden, Leith, Headingley, Clifton, Jericho, Chorlton`
    .split(',')
    .map((town) => town.trim().replace(/\s+/g, ' '));

/** Sentences of descriptions; {instrument}, {brand}, {model}, {town} and {maker} are replaced. The first are the most frequent. */
export const sentences = [
  'Plays beautifully and has been looked after.',
  'Comes with its original hard case.',
  'Selling because I hardly play it any more.',
  'Some scratches, nothing that affects the sound.',
  'Serviced last year by a professional workshop.',
  'Collection in {town} preferred, shipping possible.',
  'Bought new and used at home only.',
  'Smoke free household.',
  'Great for beginners and for those who come back to music.',
  'New strings were put on before the pictures were taken.',
  'The {brand} {model} needs no introduction.',
  'A warm, round tone with plenty of projection.',
  'All original parts, nothing replaced.',
  'The receipt and the manual are included.',
  'Used on tour for two seasons and never failed.',
  'Price is negotiable within reason.',
  'You are welcome to try it before you decide.',
  'A gig bag and a stand come with it.',
  'This {instrument} was my first and taught me everything.',
  'Intonation is accurate over the whole range.',
  'Small dent near the rim, see the last picture.',
  'It was restored by {maker} some years ago.',
  'Ein schönes Instrument, gut gepflegt und sofort spielbar.',
  'Verkauf wegen Aufgabe des Hobbys, Abholung in {town}.',
  'En muy buen estado, siempre guardado en su estuche.',
  'Se puede probar en {town} sin compromiso.',
  'The finish has aged to a lovely amber colour.',
  'Recently recorded with it, happy to send a sample.',
  'Upgraded with a set by {maker}.',
  'No trades, please.',
  'Keys and pads are tight, no leaks.',
  'The action is low and comfortable.',
  'Made in Japan, serial number on request.',
  'An heirloom of an orchestra musician.',
  'Silent practice through headphones is possible.',
  'Power supply and sustain pedal included.',
  'Left-handed model, hard to find.',
  'The bow needs new hair.',
  'Limited anniversary edition with certificate.',
  'Appraised by {maker}, the paper is at hand.',
  'Vintage tuning machines, smooth as butter.',
  'Refretted in spring with stainless steel.',
  'Mouthpiece and ligature by {maker} are included.',
  'Rosewood fretboard, mahogany body.',
  'Solid spruce top, maple back and sides.',
  'Silver plated, gold lacquer almost complete.',
  'Ex-conservatory instrument with inventory tag.',
  'Firmware is up to date, factory presets restored.',
  'The soundpost was set anew by {maker}.',
  'One of {maker}, a luthier of the old school.',
];

/** Halves of the surnames of makers, which are the rare words of the catalogue: about 36,000 names. */
export const makerNames = {
  starts:
    `Alder Bar Bech Berg Brand Cast Cor Dal Dor Ehren Eng Fal Fer Fink Gar Gold Gri Gross Hal Hart Hein Hol Jan Kalt Kes Klee
Kohl Kra Lam Lang Lind Lor Mai Mar Mer Mont Mor Nag Neu Nor Ober Orl Pal Pech Per Pfeif Pol Quen Raf Rei Ros Roth Sal Sand Schar
Sil Sol Stad Stein Strel Tan Tor Trau Ul Val Ver Vil Vog Wal Weis Wind Wol Zan Zeh Zim`.split(
      /\s+/,
    ),
  middles: ['', 'a', 'e', 'en', 'er', 'i', 'o', 'in', 'el', 'al', 'or', 'un'],
  ends: `auer bach berg berger ci dini dorf feld feldt gen ger hardt heim ini insky kamp ken li low mann mer moser nelli ner oni
ov ovic rini sen ski sohn son stedt stein stra tal thal tti walder witz`.split(/\s+/),
};
