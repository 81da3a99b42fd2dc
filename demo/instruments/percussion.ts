import type { DemoInstrument } from '../instrument.ts';

export const percussion: readonly DemoInstrument[] = [];
