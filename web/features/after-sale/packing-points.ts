import type { Category } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

type Family = 'fretted' | 'bowed' | 'brass' | 'woodwind' | 'keyboard' | 'electric' | 'percussion';

const bowed = ['violin', 'viola', 'cello', 'double-bass', 'bow'];
const electric = ['amplifier', 'effect-pedal'];
const families: Readonly<Record<Category, Family>> = {
  Brass: 'brass',
  Woodwind: 'woodwind',
  Keyboard: 'keyboard',
  String: 'fretted',
  Percussion: 'percussion',
};

/** How an instrument is packed for a parcel: what its kind needs, and what all need. */
export function packingPoints({
  kind = '',
  category,
}: {
  kind?: string | undefined;
  category?: Category | undefined;
}): readonly string[] {
  const family = bowed.includes(kind)
    ? 'bowed'
    : electric.includes(kind)
      ? 'electric'
      : category && families[category];
  return [...(family ? points[family] : []), ...pointsForAll];
}

const points: Record<Family, readonly string[]> = textsOf({
  fretted: [
    msg`Loosen the strings by a whole tone or two.`,
    msg`Put something soft under the headstock and along the neck, so that it cannot snap.`,
    msg`Take loose parts out of the case: tremolo arm, strap, tools.`,
  ],
  bowed: [
    msg`Loosen all strings a little, and leave them on: they hold bridge and soundpost.`,
    msg`Put a cloth under the tailpiece, and pad the bridge on both sides.`,
    msg`Loosen the hair of the bow, and fasten the bow in the case.`,
  ],
  brass: [
    msg`Push all slides in, and tighten the caps, so that no valve or slide can move.`,
    msg`Wrap the mouthpiece by itself; it dents what it falls on.`,
    msg`Fill the bell, and let nothing press on its rim.`,
  ],
  woodwind: [
    msg`Take it apart, dry it, and wrap each joint by itself.`,
    msg`Hold the keys closed with paper or cork wedges, so that no rod bends.`,
    msg`Wrap mouthpiece, neck and reeds by themselves.`,
  ],
  keyboard: [
    msg`Lay something soft over the keys, and let nothing hard lie on them.`,
    msg`Fasten what moves: lid, bellows, pedals, wheels.`,
    msg`Take batteries out, and pack cables and power supply apart.`,
  ],
  electric: [
    msg`Take valves out and wrap them one by one, or pad them where they sit.`,
    msg`Protect knobs and switches: nothing may press on the front.`,
    msg`Take batteries out, and pack cables and power supply apart.`,
  ],
  percussion: [
    msg`Loosen the heads by half a turn all around.`,
    msg`Wrap stands and hardware apart: metal scratches shells.`,
    msg`Put paper between cymbals, and nothing heavy on them.`,
  ],
});

const pointsForAll: readonly string[] = textsOf([
  msg`Fill the case until nothing moves when you shake it.`,
  msg`Put the case into a box with a hand’s width of padding on every side.`,
]);
