import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import { readCatalogue } from '../build/texts.mjs';
import { formsOf, pluralFormsHeader } from './plural-forms.mjs';

const visibleCount = 350;
/** Where the texts stand that most visitors read, the first first. */
const visible = [
  ...['web/frame/', 'web/features/home/', 'web/features/search/', 'web/features/products/Product'],
  ...['web/features/session/', 'web/features/bookings/', 'web/features/payments/'],
  ...['web/features/products/listing/', 'web/features/about/', 'web/routing/', 'web/features/'],
];
/** Essays that only the demo shows. */
const last = 'web/features/blog/';

/**
 * Writes `texts/<language>.po` in the folder of the shop, with every text to be translated, or adds those to it that it lacks.
 * What stands in it stays as it is.
 * @param {string} shopFolder
 * @param {string} language
 * @returns {Promise<{ path: string, added: number, isNew: boolean }>}
 */
export async function writeLanguage(shopFolder, language) {
  const path = join(shopFolder, 'texts', `${language}.po`);
  const isNew = !existsSync(path);
  const before = isNew ? '' : (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  const known = new Set(PO.parse(before).items.map(idOf));
  const missing = (await allTexts()).filter(({ id }) => !known.has(id));
  const items = missing.map((text) => serialise(text, language));
  const added = items.join('\n');
  await mkdir(join(shopFolder, 'texts'), { recursive: true });
  if (missing.length > 0 || isNew)
    await writeFile(path, `${isNew ? header(language) : before.trimEnd()}\n\n${added}`);
  return { path, added: missing.length, isNew };
}

/**
 * @typedef {object} ShopText
 * @property {string} id
 * @property {string} english
 * @property {string | undefined} context
 * @property {boolean} isId whether the .po file names it by its id
 * @property {string[]} files
 * @property {string | undefined} [part] said before the first of a part
 */

/** The texts of pages and mails, the most visible first, then those of instruments. */
async function allTexts() {
  const pages = await textsOf('pages');
  const ranked = pages
    .map((text, at) => ({ text, at, rank: rankOf(text) }))
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ text }) => text);
  const first = ranked.slice(0, visibleCount);
  const seen = new Set(first);
  const isLast = (/** @type {ShopText} */ { files }) =>
    files.every((file) => file.startsWith(last));
  const others = pages.filter((text) => !seen.has(text));
  return [
    ...titled(`The ${visibleCount} texts that are seen most`, first),
    ...titled(
      'All other texts of pages and mails',
      others.filter((text) => !isLast(text)),
    ),
    ...titled('Instruments, and what buyers ask about them', await textsOf('instruments')),
    ...titled('Essays that only the demo shows', others.filter(isLast)),
  ];
}

/**
 * @param {string} title
 * @param {ShopText[]} texts
 * @returns {ShopText[]}
 */
function titled(title, texts) {
  return texts.map((text, at) => (at === 0 ? { ...text, part: title } : text));
}

/** @param {ShopText} text */
function rankOf({ files }) {
  if (files.every((file) => file.startsWith(last))) return visible.length + 1;
  const ranks = files.map((file) => visible.findIndex((folder) => file.startsWith(folder)));
  return Math.min(...ranks.map((rank) => (rank < 0 ? visible.length : rank)));
}

/** @param {import('../build/texts.mjs').CatalogueName} name */
async function textsOf(name) {
  return Object.entries(await readCatalogue('en', name)).map(
    ([id, { message, translation, context, origin = [] }]) => ({
      id,
      english: translation || message || '',
      context,
      isId: !message,
      files: origin.map(([file]) => file),
    }),
  );
}

/** @param {InstanceType<typeof PO.Item>} item */
function idOf({ msgid, msgctxt, extractedComments }) {
  const isId = extractedComments.includes('js-lingui-explicit-id');
  return isId ? msgid : generateMessageId(msgid, msgctxt ?? '');
}

/**
 * @param {ShopText} text
 * @param {string} language
 */
function serialise({ id, english, context, isId, files, part }, language) {
  const item = new PO.Item();
  item.msgid = isId ? id : english;
  if (context) item.msgctxt = context;
  item.msgstr = [''];
  item.references = files.slice(0, 3);
  item.comments = part ? [`---- ${part} ----`] : [];
  item.extractedComments = [
    ...(isId ? ['js-lingui-explicit-id', `English: ${english}`] : []),
    ...notesOn(english, language),
  ];
  return `${item}\n`;
}

/**
 * What a translator has to know of a text.
 * @param {string} english
 * @param {string} language
 */
export function notesOn(english, language) {
  const values = [...english.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => `{${name}}`);
  const tags = [...english.matchAll(/<(\d+)>/g)].map(([, tag]) => `<${tag}>…</${tag}>`);
  const keep = [...new Set([...values, ...tags])];
  const forms = formsOf(language).map((form) => `${form} {…}`);
  return [
    ...(keep.length > 0 ? [`Keep ${keep.join(', ')}, in any order`] : []),
    ...(english.includes(', plural,') ? [`Plural: write ${forms.join(' ')}; # is the number`] : []),
    ...(english.length < 25 && !/\s/.test(english.trim())
      ? ['Short: a button, a label or a heading']
      : []),
  ];
}

/** @param {string} language */
function header(language) {
  return `# Fill in what stands after msgstr. A text that is left empty is shown in English.
# \`#.\` says what must stay and which plural forms the language has, \`#:\` where the text stands in the program.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: ${language.replaceAll('-', '_')}\\n"
"Plural-Forms: ${pluralFormsHeader(language)}\\n"`;
}
