import { createHash } from 'node:crypto';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { limits } from '#contract/constants.ts';
import { importLimits } from '#contract/import-fields.ts';
import { msg, plural } from '#contract/text.ts';
import { CsvFault } from '../../core/csv-text.ts';
import { comparable } from './picture-sources.ts';

export interface Archive {
  csv(): AsyncIterable<Buffer>;
  pictures(): AsyncGenerator<{ name: string; digest: string; content: Buffer }>;
  close(): void;
}

const nameLength = 500;
const isCsv = (name: string) => /\.(csv|tsv|txt)$/i.test(name);
const isPicture = (name: string) => /\.(jpe?g|png|webp|avif)$/i.test(name);
/** What macOS and Windows add: `__MACOSX/._a.jpg`, `.DS_Store`. */
const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name);

/**
 * Opens a ZIP file with one file of listings and pictures. Nothing is unpacked before the directory says what there is; the library
 * refuses names that lead out of the folder, and data that are longer than the directory says.
 * @throws CsvFault when it is no such file, or would unpack to more than the limits
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await asFault(openPromise(path, { lazyEntries: true, autoClose: false }));
  try {
    const entries = await readDirectory(zip);
    const [csv, ...further] = entries.filter(({ fileName }) => isCsv(fileName));
    if (!csv) {
      throw new CsvFault(
        msg`There is no CSV file in this archive. If it is a workbook, save the sheet as CSV and choose that file.`,
      );
    }
    if (further.length > 0) throw new CsvFault(msg`There are several CSV files in this archive.`);
    requireSize(csv, importLimits.fileBytes);
    const pictures = entries.filter(({ fileName }) => isPicture(fileName));
    for (const picture of pictures) requireSize(picture, limits.imageBytes);
    const bytes = [csv, ...pictures].reduce(
      (sum, { uncompressedSize }) => sum + uncompressedSize,
      0,
    );
    if (bytes > importLimits.unpackedBytes) {
      const size = megabytes(importLimits.unpackedBytes);
      throw new CsvFault(
        msg`What is in the archive may have at most ${size}. Divide it into several files.`,
      );
    }
    return {
      csv: () => contentOf(zip, csv),
      async *pictures() {
        for (const picture of pictures) {
          const pieces: Buffer[] = [];
          for await (const piece of contentOf(zip, picture)) pieces.push(piece);
          const content = Buffer.concat(pieces);
          const digest = createHash('sha256').update(content).digest('hex');
          yield { name: picture.fileName, digest, content };
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The files in it that are looked at. */
async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > importLimits.archiveEntries) {
    const count = importLimits.archiveEntries;
    throw new CsvFault(
      msg`There are more than ${plural(count, { one: '# file', other: '# files' })} in this archive.`,
    );
  }
  const entries = await asFault(listEntries(zip));
  const used = entries.filter(
    ({ fileName }) => !isHidden(fileName) && (isCsv(fileName) || isPicture(fileName)),
  );
  const names = new Set<string>();
  for (const entry of used) {
    const { fileName, compressionMethod } = entry;
    const shown = fileName.slice(0, 100);
    if (entry.isEncrypted()) throw new CsvFault(msg`In the archive ${shown} is encrypted.`);
    if (compressionMethod !== 0 && compressionMethod !== 8) {
      throw new CsvFault(msg`In the archive ${shown} is compressed in an unusual way.`);
    }
    if (fileName.length > nameLength) throw new CsvFault(msg`The name of ${shown} is too long.`);
    if (/[\p{Cc}]/u.test(fileName))
      throw new CsvFault(msg`A name in the archive has control characters.`);
    const name = comparable(fileName);
    if (names.has(name)) throw new CsvFault(msg`In the archive ${shown} is there twice.`);
    names.add(name);
  }
  return used;
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await asFault(zip.openReadStreamPromise(entry));
  try {
    for await (const piece of stream) yield piece;
  } catch (cause) {
    throw damaged(cause);
  }
}

function requireSize({ fileName, uncompressedSize }: Entry, most: number): void {
  if (uncompressedSize <= most) return;
  const shown = fileName.slice(0, 100);
  const size = megabytes(most);
  throw new CsvFault(msg`In the archive ${shown} has more than ${size}.`);
}

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

function asFault<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw damaged(cause);
  });
}

const damaged = (cause: unknown) =>
  new CsvFault(
    msg`This archive is damaged, or has unsafe names. If it is a workbook, save the sheet as CSV and choose that file.`,
    { cause },
  );
