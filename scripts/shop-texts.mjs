import { readCatalogues } from './build/texts.mjs';

// `npm run shop:texts -- word`: finds the texts of the shop that have this word, with the ids for `shop/texts/<language>.json`.
const wanted = process.argv.slice(2).join(' ').trim().toLowerCase();
if (wanted === '') {
  process.stderr.write('Say which word of the text you look for: npm run shop:texts -- wishlist\n');
  process.exit(1);
}
const texts = Object.entries(await readCatalogues('en')).flatMap(
  ([id, { message, translation }]) => {
    const text = translation || message || '';
    return text.toLowerCase().includes(wanted)
      ? [`${JSON.stringify(id)}: ${JSON.stringify(text)}\n`]
      : [];
  },
);
process.stdout.write(texts.length === 0 ? `No text has “${wanted}”.\n` : texts.join(''));
