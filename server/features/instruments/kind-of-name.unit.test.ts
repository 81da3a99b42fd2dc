import { afterEach, describe, expect, it } from 'vitest';
import type { Category } from '#contract/constants.ts';
import { instrumentSettings } from '#contract/instruments/instrument-settings.ts';
import { builtInInstruments as instruments } from '#contract/instruments/kinds.ts';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { kindOfName } from './kind-of-name.ts';

describe('a name says its kind', () => {
  it.each<[name: string, kind: string, category?: Category]>([
    ['Yamaha YTR-8335 Bb Trumpet', 'trumpet'],
    ['Trumpets', 'trumpet'],
    ['Strat', 'electric-guitar'],
    ['Squier Telecaster 1998', 'electric-guitar'],
    ['Höfner 500/1 violin bass', 'bass-guitar'],
    ['Elektrische Gitarre', 'electric-guitar'],
    ['Trompete und Koffer', 'trumpet'],
    ['Trumpet in hard case', 'trumpet'],
    ['左利き用エレキギター', 'electric-guitar'],
    ['Violin bow, silver mounted', 'bow'],
    ['Violin with bow and case', 'violin'],
    ['Old piano accordion', 'accordion'],
    ['Fender guitar amp', 'amplifier'],
    ['Conn 8D French horn with trumpet mouthpiece', 'french-horn'],
    ['Selmer Mark VI saxophone, tenor sax', 'tenor-saxophone'],
    ['Kontrabass 3/4', 'double-bass'],
    ['E-Gitarre', 'electric-guitar'],
    ['Meister-Geige', 'violin'],
    ['Cor d’harmonie Alexander', 'french-horn'],
    ['Flûte à bec alto', 'recorder'],
    ['Guitarra flamenca', 'classical-guitar'],
    ['Bajo Fender Precision', 'bass-guitar'],
    ['ヤマハ トランペット YTR-2330', 'trumpet'],
    ['YAMAHAアルトサックスYAS-280', 'alto-saxophone'],
    ['スズキ・バイオリン', 'violin'],
    ['津軽三味線', 'shamisen'],
    ['عُود دمشقي', 'oud'],
    ['العود الشرقي', 'oud'],
    ['كمان ازرق', 'violin'],
  ])('“%s” is of the kind %s', (name, kind, category) => {
    expect(kindOfName(name, category)?.kind).toBe(kind);
  });

  it.each<[name: string, category?: Category]>([
    [''],
    ['Guitar strap'],
    ['Trumpet mute'],
    ['Sourdine pour trompette'],
    ['Dämpfer für Trompete'],
    ['Sordina de trompeta'],
    ['トランペットミュート'],
    ['حقيبة كمان'],
    ['Electric guitar case', 'String'],
    ['Yamaha saxophone', 'Woodwind'],
    ['Kawai piano', 'Keyboard'],
    ['Fender', 'String'],
    ['Yamaha alto', 'Woodwind'],
    ['トロンボーンのスライド', 'Percussion'],
    ['Bugle', 'Brass'],
    ['__proto__'],
  ])('“%s” says no kind', (name, category) => {
    expect(kindOfName(name, category)?.kind).toBeUndefined();
  });

  it('a word of two kinds is decided by the category', () => {
    expect(kindOfName('Lira')?.kind).toBeUndefined();
    expect(kindOfName('Lira', 'Percussion')?.kind).toBe('mallet-instrument');
    expect(kindOfName('Lira', 'String')?.kind).toBe('harp');
  });

  it('each kind is found by its first word in most languages', () => {
    const missed = instruments.kinds.flatMap(({ kind, category, words }) =>
      Object.values(words).every(([first = '']) => kindOfName(first, category)?.kind !== kind)
        ? [kind]
        : [],
    );
    expect(missed).toEqual([]);
  });
});

describe('a name in a shop whose owner has kinds of their own', () => {
  afterEach(() => setShopInstruments(undefined));
  const kindIn = (settings: object, name: string) => {
    setShopInstruments(instrumentSettings.parse(settings));
    return kindOfName(name)?.kind;
  };
  const cable = { kind: 'cable', label: 'Cable', words: { fr: ['câble jack'] } };

  it('an accessory has a kind where the owner has one for it', () => {
    expect(kindIn({}, 'Patch cable, 3 m')).toBeUndefined();
    expect(kindIn({ kinds: [cable] }, 'Patch cable, 3 m')).toBe('cable');
    expect(kindIn({ kinds: [cable] }, 'CÂBLE JACK')).toBe('cable');
    expect(kindIn({ kinds: [cable] }, 'Trumpet with cable')).toBe('trumpet');
  });

  it('a kind that the owner hides is said by no name, nor by a word for one of its facts', () => {
    expect(kindIn({ hide: ['electric-guitar'] }, 'Fender Stratocaster')).toBeUndefined();
    expect(kindIn({ hide: ['trumpet'] }, 'Trumpet, silver')).toBeUndefined();
    expect(kindIn({ show: [], kinds: [cable] }, 'Violin')).toBeUndefined();
    expect(kindIn({ show: [], kinds: [cable] }, 'Cable')).toBe('cable');
  });
});
