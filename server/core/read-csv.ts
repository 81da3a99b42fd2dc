import { pipeline, Readable, type TransformCallback } from 'node:stream';
import { CsvError, type Options, Parser } from 'csv-parse';
import { msg, plural, type Text } from '#contract/text.ts';
import { revealFormula } from './csv.ts';
import { type CsvEncoding, CsvFault, decodeText } from './csv-text.ts';
import { QuotationMarks } from './quotation-marks.ts';

/** What divides the fields of a line. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

interface CsvLimits {
  /** Without the line of names. */
  rows: number;
  columns: number;
  /** Characters of one row. */
  rowLength: number;
}

export interface CsvRow {
  /** The line of the file on which it ends. */
  line: number;
  /** Without the empty ones at the end. */
  cells: string[];
  /** How many there are with the empty ones at the end. */
  width: number;
}

interface CsvReading {
  delimiter: Delimiter;
  encoding(): CsvEncoding;
  /** Every row in which a cell is not empty, the names first. Formulas that `writeCsv` has hidden are shown again. */
  rows: AsyncGenerator<CsvRow>;
}

/**
 * Reads a CSV file as its bytes arrive: the next bytes are taken when the rows before them were. Encoding and delimiter are
 * recognised.
 * @throws CsvFault, here and while the rows are read
 */
export async function readCsv(
  bytes: AsyncIterable<Buffer>,
  limits: CsvLimits,
): Promise<CsvReading> {
  const { text, encoding } = decodeText(bytes);
  const iterator = text[Symbol.asyncIterator]();
  const start = await readFirstLine(iterator, limits.rowLength);
  const { delimiter, rest } = recogniseDelimiter(start);
  const parser = new BoundedParser(
    {
      delimiter,
      info: true,
      max_record_size: limits.rowLength,
      relax_column_count: true,
      skip_empty_lines: true,
    },
    limits.rowLength * 3,
  );
  const pieces = piecesOf(joined(rest, iterator), limits.rowLength);
  // The reader of the rows gets the error.
  pipeline(Readable.from(pieces), parser, () => undefined);
  return { delimiter, encoding, rows: rowsOf(parser, limits) };
}

/** The text up to the end of the first line. */
async function readFirstLine(text: AsyncIterator<string>, longest: number): Promise<string> {
  let start = '';
  // Each piece is read a single time: they may be as short as one character, and the line as long as a row may be.
  let isQuoted = false;
  while (start.length <= longest) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
    for (const mark of value.match(/["\r\n]/g) ?? []) {
      if (mark === '"') isQuoted = !isQuoted;
      else if (!isQuoted) return start;
    }
  }
  return start;
}

const quoted = /"(?:[^"]|"")*(?:"|$)/g;

/** The delimiter that the names are divided by, or the one that Excel's own first line says. */
function recogniseDelimiter(start: string): { delimiter: Delimiter; rest: string } {
  const [line, said] = /^sep=([,;\t])(?:\r\n|\r|\n)/i.exec(start) ?? [];
  const named = delimiters.find((delimiter) => delimiter === said);
  if (line && named) return { delimiter: named, rest: start.slice(line.length) };
  const [names = ''] = start.replaceAll(quoted, '').split(/[\r\n]/, 1);
  const counts = delimiters.map((delimiter) => names.split(delimiter).length);
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
  return { delimiter, rest: start };
}

async function* joined(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** The text as bytes, so that no character is cut in two, in pieces of at most this length. */
async function* piecesOf(text: AsyncIterable<string>, longest: number): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part);
    for (let at = 0; at < bytes.length; at += longest) yield bytes.subarray(at, at + longest);
  }
}

/**
 * The library's `max_record_size` counts what is in the fields and not what divides them, so a row of delimiters alone could have
 * any length. This counts all bytes since the last row ended. Quotation marks double a row at most.
 */
class BoundedParser extends Parser {
  /** The position that the parser has reached within a piece. */
  readonly marks: QuotationMarks;
  /**
   * The line on which the row that is too long began: in an earlier piece, as a piece is no longer than a row may be.
   */
  before: { rowLine: number; openLine: number | undefined } = { rowLine: 1, openLine: undefined };
  readonly #longest: number;
  #ended = 0;
  #length = 0;

  constructor(options: Options & { delimiter: Delimiter }, longest: number) {
    super(options);
    this.marks = new QuotationMarks(options.delimiter);
    this.#longest = longest;
  }

  override _transform(piece: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    this.before = { rowLine: this.marks.rowLine, openLine: this.marks.openLine };
    this.marks.read(piece);
    super._transform(piece, encoding, (error) => {
      const { records, empty_lines: emptyLines } = this.info;
      const ended = records + emptyLines;
      this.#length = ended === this.#ended ? this.#length + piece.length : 0;
      this.#ended = ended;
      if (error || this.#length <= this.#longest) return callback(error);
      const longest = this.#longest;
      const line = this.before.rowLine;
      callback(
        new CsvFault(
          msg`Line ${line} is longer than ${plural(longest, { one: '# byte', other: '# bytes' })}. Remove its empty fields.`,
        ),
      );
    });
  }
}

async function* rowsOf(parser: BoundedParser, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const records: AsyncIterable<{ info: { lines: number }; record: string[] }> = parser;
  let count = -1;
  try {
    for await (const { info, record } of records) {
      const cells = record.slice(0, record.findLastIndex((cell) => cell.trim() !== '') + 1);
      if (cells.length === 0) continue;
      count += 1;
      if (count > limits.rows) {
        const { rows } = limits;
        throw new CsvFault(
          msg`The file has more than ${plural(rows, { one: '# row', other: '# rows' })}. Split it into several files.`,
        );
      }
      if (count === 0 && cells.length > limits.columns) {
        const { columns } = limits;
        const count = cells.length;
        throw new CsvFault(
          msg`The file has ${plural(count, { one: '# column', other: '# columns' })}, and at most ${columns} are taken. Remove those that are not about the listing.`,
        );
      }
      yield {
        line: info.lines,
        cells: cells.slice(0, limits.columns + 1).map(revealFormula),
        width: record.length,
      };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvFault(sentenceOf(error, parser, limits), { cause: error });
  }
}

function sentenceOf(error: CsvError, parser: BoundedParser, { rowLength }: CsvLimits): Text {
  const { marks, before } = parser;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const longest = rowLength;
    const { rowLine, openLine } = before;
    return openLine === undefined
      ? msg`Line ${rowLine} is longer than ${plural(longest, { one: '# character', other: '# characters' })}.`
      : msg`On line ${openLine} a quotation mark is opened, and not closed within ${plural(longest, { one: '# character', other: '# characters' })}.`;
  }
  const { openLine } = marks;
  if (openLine !== undefined) {
    return msg`On line ${openLine} a quotation mark is opened and not closed.`;
  }
  const { line = Number(error.lines), openedLine = line } = marks.stray ?? {};
  return openedLine < line
    ? msg`On line ${openedLine} a quotation mark is opened and not closed: the next one is inside a value on line ${line}.`
    : msg`On line ${line} there is a quotation mark inside a value. Write it twice, and put the value in quotation marks.`;
}
