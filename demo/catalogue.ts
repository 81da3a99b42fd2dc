import type { DemoInstrument } from './instrument.ts';
import { brass } from './instruments/brass.ts';
import { keyboard } from './instruments/keyboard.ts';
import { percussion } from './instruments/percussion.ts';
import { string } from './instruments/string.ts';
import { woodwind } from './instruments/woodwind.ts';

export type { DemoInstrument } from './instrument.ts';

/** Everything that the demo shop has or had, in no particular order. */
export const demoInstruments: readonly DemoInstrument[] = [
  ...brass,
  ...woodwind,
  ...keyboard,
  ...string,
  ...percussion,
];
