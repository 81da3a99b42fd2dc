// Draws the pictures of kinds into web/features/instruments/kinds.svg: `node scripts/draw-kinds.mjs` after a change in
// scripts/kinds. The file is committed, so that a build draws nothing.
import { writeFile } from 'node:fs/promises';
import { brass } from './kinds/brass.mjs';
import { keyboards } from './kinds/keyboards.mjs';
import { percussion } from './kinds/percussion.mjs';
import { stringGear, strings } from './kinds/strings.mjs';
import { studio } from './kinds/studio.mjs';
import { woodwind } from './kinds/woodwind.mjs';

const pen = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"';

const symbols = Object.entries({
  ...brass,
  ...woodwind,
  ...keyboards,
  ...strings,
  ...stringGear,
  ...percussion,
  ...studio,
}).map(
  ([id, drawing]) => `<symbol id="${id}" viewBox="0 0 48 48"><g ${pen}>${drawing}</g></symbol>`,
);

await writeFile(
  new URL('../web/features/instruments/kinds.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg"><title>Kinds of instruments</title>\n${symbols.join('\n')}\n</svg>\n`,
);
