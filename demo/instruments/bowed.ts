import { type DemoInstrument, paragraphs } from '../instrument.ts';
import { sellerLocations } from '../seller-locations.ts';

/** Cello, viola and a small violin; the full-size violins are with the other strings. */
export const bowed: readonly DemoInstrument[] = [
];
