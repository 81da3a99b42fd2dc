import type { DemoInstrument } from '../instrument.ts';

export const brass: readonly DemoInstrument[] = [];
