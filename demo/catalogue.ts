import type { DemoInstrument } from './instrument.ts';
import { bowed } from './instruments/bowed.ts';
import { brass } from './instruments/brass.ts';
import { guitars } from './instruments/guitars.ts';
import { keyboard } from './instruments/keyboard.ts';
import { percussion } from './instruments/percussion.ts';
import { sold } from './instruments/sold.ts';
import { string } from './instruments/string.ts';
import { woodwind } from './instruments/woodwind.ts';

/** Every instrument of the demo, also those that are sold. */
export const demoInstruments: readonly DemoInstrument[] = [
  ...brass,
  ...woodwind,
  ...keyboard,
  ...string,
  ...bowed,
  ...guitars,
  ...percussion,
  ...sold,
];
