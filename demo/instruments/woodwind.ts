import type { DemoInstrument } from '../instrument.ts';

export const woodwind: readonly DemoInstrument[] = [];
