import { expect, it } from 'vitest';
import { missingInstrumentTexts, readInstruments } from './read-instruments.ts';

const categories = [{ id: 'String' }, { id: 'dj-and-studio', name: 'DJ and studio' }];
const none = { contents: new Map() };
const faultsOf = (instruments: unknown) =>
  readInstruments({ instruments }, none, { categories }).faults;
const mixer = { kind: 'mixer', label: 'Mixer' };

it('a kind needs an id and a label alone, and is then called by its label', () => {
  const read = readInstruments({ instruments: { kinds: [mixer] } }, none, { categories });
  expect(read.faults).toEqual([]);
  expect(read.instruments?.kinds[0]).toMatchObject({ ...mixer, attributes: [], checks: [] });
});

it('a file of instruments is checked like shop.json, and its faults name it', () => {
  const read = (content: string) =>
    readInstruments(
      { instruments: 'instruments.json' },
      { contents: new Map([['instruments', Buffer.from(content)]]) },
      { categories },
    ).faults;
  expect(read('\uFEFF{ "kinds": [] }')).toEqual([]);
  expect(read('{ "kinds": [')).toEqual([expect.stringMatching(/^instruments\.json is not JSON: /)]);
  expect(
    read('{ "kinds": [{ "kind": "mixer", "label": "Mixer", "category": "studio" }] }'),
  ).toEqual([
    'instruments.json kinds[0].category studio is no category of the shop: there are String, dj-and-studio',
  ]);
});

it.each<[fault: string, instruments: unknown]>([
  ['instruments must be an object', []],
  ['instruments has fields that do not exist: kind', { kind: [] }],
  [
    'instruments.kinds[0].kind must be an id such as audio-interface',
    { kinds: [{ ...mixer, kind: 'Mixer' }] },
  ],
  ['instruments.kinds[0].label is missing', { kinds: [{ kind: 'mixer' }] }],
  [
    'instruments.kinds[0].kind trumpet is a kind that comes with the shop',
    { kinds: [{ ...mixer, kind: 'trumpet' }] },
  ],
  ['instruments.kinds[1].kind is mixer a second time', { kinds: [mixer, mixer] }],
  [
    'instruments.kinds[0].was[0] is oud, which is a kind of the shop',
    { kinds: [{ ...mixer, was: ['oud'] }] },
  ],
  [
    'instruments.kinds[0].words must be a list of words, or one for each language',
    { kinds: [{ ...mixer, words: 'desk' }] },
  ],
  [
    'instruments.kinds[0].attributes[0] faders does not exist: write it into attributes',
    { kinds: [{ ...mixer, attributes: ['faders'] }] },
  ],
  [
    'instruments.kinds[0].attributes[0] constructor does not exist',
    { kinds: [{ ...mixer, attributes: ['constructor'] }] },
  ],
  [
    'instruments.kinds[0].attributes[0] brand is asked of every kind',
    { kinds: [{ ...mixer, attributes: ['brand'] }] },
  ],
  [
    'instruments.kinds[0].attributes[1] is midi a second time',
    { kinds: [{ ...mixer, attributes: ['midi', 'midi'] }] },
  ],
  [
    'instruments.kinds[0].attributes[0].values[1] solar is no value of power-supply',
    { kinds: [{ ...mixer, attributes: [{ id: 'power-supply', values: ['built-in', 'solar'] }] }] },
  ],
  [
    'instruments.kinds[0].checks[0] spotless does not exist',
    { kinds: [{ ...mixer, checks: ['spotless'] }] },
  ],
  [
    'instruments.kinds[0].without[0] keys is not asked of every kind',
    { kinds: [{ ...mixer, without: ['keys'] }] },
  ],
  [
    'instruments.attributes.faders.type must be one of choice, number, yesno, text, month, country',
    { attributes: { faders: { label: 'Faders', type: 'slider' } } },
  ],
  [
    'instruments.attributes.Faders is no id',
    { attributes: { Faders: { label: 'Faders', type: 'text' } } },
  ],
  [
    'instruments.attributes.midi is an id that comes with the shop',
    { attributes: { midi: { label: 'MIDI', type: 'yesno' } } },
  ],
  [
    'instruments.attributes.use.values must have at least two answers',
    { attributes: { use: { label: 'Use', type: 'choice', values: { dj: 'DJ' } } } },
  ],
  [
    'instruments.attributes.use.formerValues[0] live must stay in values',
    {
      attributes: {
        use: {
          label: 'Use',
          type: 'choice',
          values: { dj: 'DJ', home: 'Home' },
          formerValues: ['live'],
        },
      },
    },
  ],
  [
    'instruments.attributes.inputs.max is missing',
    { attributes: { inputs: { label: 'Inputs', type: 'number', min: 1 } } },
  ],
  [
    'instruments.attributes.inputs.max must be more than min',
    { attributes: { inputs: { label: 'Inputs', type: 'number', min: 2, max: 2 } } },
  ],
  [
    'instruments.checks.hum.good must be yes or no',
    { checks: { hum: { ask: 'A', good: 'maybe', fine: 'F', flaw: 'G' } } },
  ],
  ['instruments.hide[0] tuba-bass is no kind that comes with the shop', { hide: ['tuba-bass'] }],
  ['instruments.hide cannot be there beside show', { hide: [], show: [] }],
  [
    'instruments.categories.oud Brass is no category of the shop: there are String, dj-and-studio',
    { categories: { oud: 'Brass' } },
  ],
  [
    'instruments.brands[0].country is missing',
    { brands: [{ name: 'Rane', groups: ['synthesizer'] }] },
  ],
  [
    'instruments.brands[0].groups[0] dj is no group of makers',
    { brands: [{ name: 'Rane', groups: ['dj'], country: 'US' }] },
  ],
  [
    'instruments.brands[1].name R.A.N.E. is the name of another maker',
    {
      kinds: [mixer],
      brands: ['Rane', 'R.A.N.E.'].map((name) => ({ name, groups: ['mixer'], country: 'US' })),
    },
  ],
  [
    'instruments.brands[0].aliases[0] Moog is the name of another maker',
    { brands: [{ name: 'Rane', aliases: ['Moog'], groups: ['synthesizer'], country: 'US' }] },
  ],
])('a fault names its place: %s', (fault, instruments) => {
  expect(faultsOf(instruments)).toEqual([expect.stringContaining(fault)]);
});

it('a hidden kind may be what a kind of the owner was', () => {
  expect(faultsOf({ hide: ['oud'], kinds: [{ ...mixer, was: ['oud'] }] })).toEqual([]);
  expect(faultsOf({ show: ['violin'], kinds: [{ ...mixer, was: ['oud'] }] })).toEqual([]);
});

it('texts that lack a language of the shop are named by their place', () => {
  const { instruments } = readInstruments(
    {
      instruments: {
        kinds: [{ kind: 'mixer', label: { en: 'Mixer', nl: 'Mengpaneel' }, attributes: ['use'] }],
        attributes: {
          use: {
            label: { en: 'Use' },
            type: 'choice',
            values: { dj: 'DJ', label: { en: 'Live', fr: 'Scène' } },
          },
        },
      },
    },
    none,
    { categories },
  );
  expect(missingInstrumentTexts(instruments, ['en', 'nl-BE', 'fr'])).toEqual([
    '2 of the texts of your own kinds of instruments are missing in nl-BE: attributes.use.label, attributes.use.values.label',
    '2 of the texts of your own kinds of instruments are missing in fr: kinds[0].label, attributes.use.label',
  ]);
});
