// Draws the pictures of kinds into web/features/instruments/kinds.svg: `node scripts/draw-kinds.mjs` after a change in
// scripts/kinds. The file is committed, so that a build draws nothing.
import { writeFile } from 'node:fs/promises';
import { brass } from './kinds/brass.mjs';
import { keyboards } from './kinds/keyboards.mjs';
import { line, moved, solid } from './kinds/pen.mjs';
import { percussion } from './kinds/percussion.mjs';
import { stringGear, strings } from './kinds/strings.mjs';
import { woodwind } from './kinds/woodwind.mjs';

const pen = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"';

const noteHead = solid('M-6.8 0A6.8 5 0 1 1 6.8 0A6.8 5 0 1 1 -6.8 0Z');
/** Two quavers, for a kind that an owner has added. */
const other = [
  solid('M17.4 6.4L41 2.6V11.4L17.4 15.2Z'),
  line('M18.4 10V37.4M40 8V33', 2),
  moved('translate(12.6 38) rotate(-18)', noteHead),
  moved('translate(34.2 33.8) rotate(-18)', noteHead),
].join('');

const symbols = Object.entries({
  ...brass,
  ...woodwind,
  ...keyboards,
  ...strings,
  ...stringGear,
  ...percussion,
  other,
}).map(
  ([id, drawing]) => `<symbol id="${id}" viewBox="0 0 48 48"><g ${pen}>${drawing}</g></symbol>`,
);

await writeFile(
  new URL('../web/features/instruments/kinds.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg"><title>Kinds of instruments</title>\n${symbols.join('\n')}\n</svg>\n`,
);
