import type { DemoInstrument } from '../instrument.ts';

export const string: readonly DemoInstrument[] = [];
