import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

// `npm run shop:new` or `npm run shop:new -- "Name of the shop"`: writes the folder of a shop to begin with.
const templates = new URL('shop-new/', import.meta.url);

if (existsSync('.env')) process.loadEnvFile('.env');
const folder = resolve(process.env.SHOP_DIR?.trim() || 'shop');
const [name = 'Your Shop', ...others] = process.argv.slice(2).map((text) => text.trim());

if (others.length > 0) fail('Put the name of the shop into quotes: npm run shop:new -- "Name"');
if (!/^[^\p{Cc}\p{Cf}\u2028\u2029]{1,60}$/u.test(name)) {
  fail('The name of the shop must be one line of 1 to 60 characters.');
}
if (existsSync(folder)) {
  fail(
    `${folder} exists already, and nothing in it was changed.\nRename it, or set SHOP_DIR to another folder.`,
  );
}
await writeShop();
process.stdout.write(next());

async function writeShop() {
  // The folder appears when it is complete.
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const file of await readdir(templates)) {
    const text = await readFile(new URL(file, templates), 'utf8');
    await writeFile(join(draft, file), file.endsWith('.md') ? filledIn(text) : text);
  }
  await writeFile(join(draft, 'shop.json'), `${JSON.stringify(shop(), null, 2)}\n`);
  await rename(draft, folder);
}

/** @param {string} text */
function filledIn(text) {
  // The name is data: Markdown in it stays what it is.
  const escaped = name.replace(/[\\`*_[\]<>#|]/g, '\\$&');
  return text
    .replaceAll('{{name}}', () => escaped)
    .replaceAll('{{holdHours}}', process.env.BOOKING_HOLD_HOURS?.trim() || '48');
}

function shop() {
  return {
    name,
    tagline: 'Second-hand instruments, from musicians to musicians.',
    description: `${name} is a marketplace for second-hand musical instruments.`,
    logo: 'logo.svg',
    icon: 'logo.svg',
    colours: {
      light: {
        accent: '#1d5c61',
        button: '#4fa39b',
        banner: '#163b3f',
        bannerAccent: '#8fd0c8',
      },
      dark: { accent: '#7fc8c2', banner: '#12292c', bannerAccent: '#8fd0c8' },
    },
    contact: { email: 'you@your-shop.example' },
    socialLinks: [],
    pages: [
      { title: 'About us', file: 'about.md', path: '/about' },
      { title: 'Contact', file: 'contact.md', path: '/contact' },
      { title: 'Returns', file: 'returns.md', path: '/returns' },
      { title: 'Terms', file: 'terms.md', path: '/terms' },
      { title: 'Privacy', file: 'privacy.md', path: '/privacy' },
      { title: 'Imprint', file: 'imprint.md', path: '/imprint' },
    ],
    home: {
      title: 'Instruments that want to be played again.',
      text: 'Looked after by the people who sell them, and yours to try for three days.',
    },
    firstYear: new Date().getFullYear(),
    currency: 'USD',
    texts: 'corrected',
  };
}

function next() {
  const shown = relative(process.cwd(), folder) || folder;
  return `Your shop is in ${shown}.

  1. Open ${join(shown, 'shop.json')}: name, colours, currency. ${join(shown, 'README.md')} explains each field.
  2. Fill in what stands in [[double brackets]] in the pages. The start names what is left.
  3. npm start

Buttons and messages are worded as on other shops ("Buy now", "List an instrument"). Remove "texts" from shop.json for
the wording of the specification ("Book Now", "Add Product").

docs/shop.md has the rest.
`;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
