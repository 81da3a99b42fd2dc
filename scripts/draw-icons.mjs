// Draws every raster picture that stands for the shop, from web/ui/logo.svg and the drawings of the web, into web/public.
// Run it after changing one of them: `node scripts/draw-icons.mjs`. The pictures are kept with the source, because a build
// must not need a browser. The same source gives the same pixels: sizes, colours and fonts all come from the repository.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { photographSharePicture } from './icons/share-picture.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}web/public/`;
const walnut = '#3a2519';
const brass = '#ecc06a';

const logo = await readFile(`${root}web/ui/logo.svg`, 'utf8');

await writeFile(`${folder}favicon.svg`, followingTheSystem(logo));
await writeFile(`${folder}favicon.ico`, icoOf(await mark(32), 32));
await draw('apple-touch-icon.png', 180, 0.62);
await draw('icon-192.png', 192, 0.68, 0.18);
await draw('icon-512.png', 512, 0.68, 0.18);
// Launchers cut a maskable icon to any shape inside its middle 80 %; the mark keeps well within.
await draw('icon-maskable-512.png', 512, 0.5);
await writeFile(`${folder}og.png`, await compressed(await photographSharePicture(root)));

/**
 * The mark on walnut, `share` of the edge wide; `rounding` is the corner's radius as a share of the edge.
 * @param {string} name
 * @param {number} edge in pixels
 * @param {number} share
 */
async function draw(name, edge, share, rounding = 0) {
  const size = Math.round(edge * share);
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">
    <rect width="${edge}" height="${edge}" rx="${edge * rounding}" fill="${walnut}"/></svg>`;
  const picture = sharp(Buffer.from(ground)).composite([{ input: await mark(size, brass) }]);
  await writeFile(folder + name, await compressed(await picture.png().toBuffer()));
}

/**
 * The mark alone, in its own colour or another.
 * @param {number} size in pixels
 * @param {string} [color]
 */
function mark(size, color) {
  const svg = color ? logo.replace(/fill="#[0-9a-f]{6}"/, `fill="${color}"`) : logo;
  // 32 units at 72 dpi: the density that makes it exactly as large as wanted.
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** @param {Buffer} png */
function compressed(png) {
  return sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
}

/** Browser tabs may be dark: the mark in two colours. @param {string} svg */
function followingTheSystem(svg) {
  const style = `<style>@media (prefers-color-scheme: dark) { svg { fill: ${brass} } }</style>`;
  return svg.replace('</title>', `</title>\n  ${style}`);
}

/** A PNG inside the old container: its directory of one entry, then the picture. @param {Buffer} png @param {number} edge */
function icoOf(png, edge) {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2); // kind: icon
  directory.writeUInt16LE(1, 4); // one picture
  directory.writeUInt8(edge, 6);
  directory.writeUInt8(edge, 7);
  directory.writeUInt16LE(1, 10); // planes
  directory.writeUInt16LE(32, 12); // bits per pixel
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}
