// Photographs the built shop with the demo catalogue for the README: every page that a visitor meets, on a phone and at a
// desk, in both themes, into docs/pictures. Run it after a change of the look, with a fresh build:
//   node scripts/build.mjs && node scripts/take-pictures.mjs
// It starts a shop and a database of its own, as the browser tests do, and leaves nothing behind.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { photographShop } from './pictures/photograph-shop.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/pictures`;
await mkdir(folder, { recursive: true });
await photographShop(root, folder);
