import type { DemoInstrument } from '../instrument.ts';

export const keyboard: readonly DemoInstrument[] = [];
