// Draws the icons and the Open Graph image into web/public, from web/ui/logo.svg and the illustrations of the web. Run it
// after a change of these: `node scripts/draw-icons.mjs`. The images are committed, because a build must not need a browser.
// The same sources give the same pixels: sizes, colours and fonts all come from the repository.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawOpenGraphImage } from './icons/open-graph-image.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}web/public/`;
const walnut = '#3a2519';
const brass = '#ecc06a';

const logo = await readFile(`${root}web/ui/logo.svg`, 'utf8');

await writeFile(`${folder}favicon.svg`, withDarkColor(logo));
await writeFile(`${folder}favicon.ico`, icoFile(await logoPng(32), 32));
await drawIcon('apple-touch-icon.png', 180, 0.62);
await drawIcon('icon-192.png', 192, 0.68, 0.18);
await drawIcon('icon-512.png', 512, 0.68, 0.18);
// Launchers cut a maskable icon to any shape within its middle 80 %.
await drawIcon('icon-maskable-192.png', 192, 0.5);
await drawIcon('icon-maskable-512.png', 512, 0.5);
await writeFile(`${folder}og.png`, await compress(await drawOpenGraphImage(root)));

/**
 * The logo in the middle of a square.
 * @param {string} name
 * @param {number} edge in pixels
 * @param {number} logoShare width of the logo as a share of the edge
 * @param {number} [cornerShare] radius of the corners as a share of the edge
 */
async function drawIcon(name, edge, logoShare, cornerShare = 0) {
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">
    <rect width="${edge}" height="${edge}" rx="${edge * cornerShare}" fill="${walnut}"/></svg>`;
  const input = await logoPng(Math.round(edge * logoShare), brass);
  const icon = await sharp(Buffer.from(background)).composite([{ input }]).png().toBuffer();
  await writeFile(folder + name, await compress(icon));
}

/**
 * @param {number} size in pixels
 * @param {string} [color] instead of its own
 */
function logoPng(size, color) {
  const svg = color ? logo.replace(/fill="#[0-9a-f]{6}"/, `fill="${color}"`) : logo;
  // The logo is 32 units wide, which are 32 pixels at 72 dpi.
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** @param {Buffer} png */
function compress(png) {
  return sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
}

/**
 * Adds a second color for browsers with a dark tab bar.
 * @param {string} svg
 */
function withDarkColor(svg) {
  const style = `<style>@media (prefers-color-scheme: dark) { svg { fill: ${brass} } }</style>`;
  return svg.replace('</title>', `</title>\n  ${style}`);
}

/**
 * An ICO file with one image: a directory of one entry, then the PNG.
 * @param {Buffer} png
 * @param {number} edge in pixels
 */
function icoFile(png, edge) {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2); // type: icon
  directory.writeUInt16LE(1, 4); // number of images
  directory.writeUInt8(edge, 6);
  directory.writeUInt8(edge, 7);
  directory.writeUInt16LE(1, 10); // color planes
  directory.writeUInt16LE(32, 12); // bits per pixel
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}
