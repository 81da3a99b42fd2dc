import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Writes the folder of the shop that the examples of docs/shop.md make: its categories, and its kinds of instruments, as they are
 * written there.
 * @returns its path; the caller removes it
 */
export async function writeShopOfDocs(): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, '../../docs/shop.md'), 'utf8');
  const example = (beginning: string) => {
    const [, text] = docs.split(`\`\`\`json\n${beginning}`);
    if (text === undefined) throw new Error(`docs/shop.md has no example with ${beginning}`);
    return beginning + text.slice(0, text.indexOf('```'));
  };
  const folder = await mkdtemp(join(tmpdir(), 'reprise-shop-of-docs-'));
  const fields = [example('"categories": ['), example('"instruments":')].join(',');
  await mkdir(join(folder, 'pages'));
  await writeFile(
    join(folder, 'shop.json'),
    `{ "name": "Studio 4", "languages": ["fr", "en"], ${fields} }`,
  );
  await writeFile(join(folder, 'instruments.json'), example('{\n  "hide"'));
  const picture = { width: 400, height: 300, channels: 3, background: '#776655' } as const;
  await sharp({ create: picture }).jpeg().toFile(join(folder, 'pages/dj.jpg'));
  return folder;
}
