import { createHash } from 'node:crypto';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { limits } from '#contract/constants.ts';
import { importLimits } from '#contract/imports/import-fields.ts';
import { msg, plural } from '#contract/text.ts';
import { CsvFault } from '../../core/csv-text.ts';
import { type ArchiveFile, fileOf, withNamesFromFolder } from './archive-names.ts';
import { comparable } from './picture-sources.ts';

export interface Archive {
  csv(): AsyncIterable<Buffer>;
  pictures(): AsyncGenerator<Omit<ArchiveFile, 'entry'> & { digest: string; content: Buffer }>;
  close(): void;
}

const nameLength = 500;
/** The first kind that is there is that of the listings: a README.txt may be beside them. */
const csvKinds = [/\.csv$/i, /\.tsv$/i, /\.txt$/i];
const isCsv = (name: string) => csvKinds.some((kind) => kind.test(name));
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
    const files = await readDirectory(zip);
    const [csv, ...further] =
      csvKinds
        .map((kind) => files.filter(({ name }) => kind.test(name)))
        .find(({ length }) => length > 0) ?? [];
    if (!csv) {
      throw new CsvFault(
        msg`There is no CSV file in this archive. If it is a workbook, save the sheet as CSV and choose that file.`,
      );
    }
    if (further.length > 0) throw new CsvFault(msg`There are several CSV files in this archive.`);
    requireSize(csv, importLimits.fileBytes);
    const pictures = files.filter(({ name }) => isPicture(name));
    for (const picture of pictures) requireSize(picture, limits.imageBytes);
    const bytes = [csv, ...pictures].reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    if (bytes > importLimits.unpackedBytes) {
      const size = megabytes(importLimits.unpackedBytes);
      throw new CsvFault(
        msg`The contents of the archive may have at most ${size}. Split it into several files.`,
      );
    }
    return {
      csv: () => contentOf(zip, csv.entry),
      async *pictures() {
        for (const picture of pictures) {
          const pieces: Buffer[] = [];
          for await (const piece of contentOf(zip, picture.entry)) pieces.push(piece);
          const content = Buffer.concat(pieces);
          const digest = createHash('sha256').update(content).digest('hex');
          const { name, aliases } = withNamesFromFolder(picture, csv.name);
          yield { name, aliases, digest, content };
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
async function readDirectory(zip: ZipFile): Promise<ArchiveFile[]> {
  if (zip.entryCount > importLimits.archiveEntries) {
    const count = importLimits.archiveEntries;
    throw new CsvFault(
      msg`There are more than ${plural(count, { one: '# file', other: '# files' })} in this archive.`,
    );
  }
  const entries = await asFault(listEntries(zip));
  requireApart(entries);
  const used = entries
    .map(fileOf)
    .filter(({ name }) => !isHidden(name) && (isCsv(name) || isPicture(name)));
  const names = new Set<string>();
  for (const { entry, name } of used) {
    const shown = name.slice(0, 100);
    if (entry.isEncrypted()) throw new CsvFault(msg`In the archive ${shown} is encrypted.`);
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      throw new CsvFault(msg`In the archive ${shown} is compressed in an unusual way.`);
    }
    if (name.length > nameLength) throw new CsvFault(msg`The name of ${shown} is too long.`);
    if (/[\p{Cc}]/u.test(name))
      throw new CsvFault(msg`A name in the archive has control characters.`);
    if (names.has(comparable(name))) throw new CsvFault(msg`The archive has ${shown} twice.`);
    names.add(comparable(name));
  }
  return used;
}

const localHeaderBytes = 30;

/** Each file has bytes of its own: a small archive could unpack the same ones thousands of times. */
function requireApart(entries: readonly Entry[]): void {
  const sorted = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of sorted) {
    if (start < end) throw damaged(new Error('Entries overlap'));
    end = start + localHeaderBytes + fileNameLength + compressedSize;
  }
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

function requireSize({ entry, name }: ArchiveFile, most: number): void {
  if (entry.uncompressedSize <= most) return;
  const shown = name.slice(0, 100);
  const size = megabytes(most);
  throw new CsvFault(msg`In the archive ${shown} is larger than ${size}.`);
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
