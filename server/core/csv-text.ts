import { isAscii, isUtf8 } from 'node:buffer';
import { sayKnown } from '#contract/language.ts';
import { msg, type Text } from '#contract/text.ts';

/** What is wrong with a file, for the person who sent it. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';

  constructor(text: Text, options?: ErrorOptions) {
    super(sayKnown(text), options);
  }
}

export const csvEncodings = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/** The first bytes of a file that is not text, and what to do about it. */
const otherKinds: readonly { start: readonly number[]; message: Text }[] = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    message: msg`This is a workbook or an archive. Save the sheet as CSV and choose that file.`,
  },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    message: msg`This is an Excel workbook. Save the sheet as CSV and choose that file.`,
  },
  {
    start: [0x1f, 0x8b],
    message: msg`This file is compressed. Unpack it and choose the CSV file.`,
  },
];

interface DecodedText {
  /** Known when the first text has arrived; Windows-1252 may show later, and only then. */
  encoding(): CsvEncoding;
  text: AsyncIterable<string>;
}

/**
 * The text of a file without a stated encoding: UTF-8 with or without its mark, UTF-16 with its mark, else
 * Windows-1252. What decides is the first byte that is not ASCII, so the file is read once and never held.
 * @throws CsvFault while the text is read, when the bytes are no text, or change their encoding
 */
export function decodeText(bytes: AsyncIterable<Buffer>): DecodedText {
  let encoding: CsvEncoding = 'UTF-8';
  async function* text(): AsyncGenerator<string> {
    let held: Buffer = Buffer.alloc(0);
    let decode: Decode | undefined;
    let isAtStart = true;
    for await (const chunk of bytes) {
      held = Buffer.concat([held, chunk]);
      if (isAtStart && held.length < 4) continue;
      if (isAtStart) refuseOtherKinds(held);
      const chosen = decode ?? chooseDecoder(held, { isAtStart, isLast: false });
      isAtStart = false;
      if (chosen === 'undecided') continue;
      if (chosen !== 'ascii') {
        decode = chosen;
        encoding = chosen.encoding;
      }
      yield decode ? decode.next(held, false) : refuseNull(held.toString('latin1'));
      held = Buffer.alloc(0);
    }
    const last = decode ?? chooseDecoder(held, { isAtStart, isLast: true });
    if (typeof last === 'string') return yield refuseNull(held.toString('latin1'));
    encoding = last.encoding;
    yield last.next(held, true);
  }
  return { encoding: () => encoding, text: text() };
}

interface Decode {
  encoding: CsvEncoding;
  next(bytes: Buffer, isLast: boolean): string;
}

function chooseDecoder(
  held: Buffer,
  { isAtStart, isLast }: { isAtStart: boolean; isLast: boolean },
): Decode | 'ascii' | 'undecided' {
  if (isAtStart && held[0] === 0xff && held[1] === 0xfe) return decoderOf('UTF-16', 'utf-16le');
  if (isAtStart && held[0] === 0xfe && held[1] === 0xff) return decoderOf('UTF-16', 'utf-16be');
  if (isAscii(held)) return 'ascii';
  const first = held.findIndex((byte) => byte >= 0x80);
  // A character of UTF-8 has at most four bytes, and the last one may be cut off here.
  if (!isLast && held.length - first < 4) return 'undecided';
  const isUnicode = isLast
    ? isUtf8(held)
    : [0, 1, 2, 3].some(
        (cut) => isUtf8(held.subarray(0, held.length - cut)) && held.length - cut > first,
      );
  return isUnicode ? decoderOf('UTF-8', 'utf-8') : windows1252;
}

function decoderOf(encoding: CsvEncoding, label: string): Decode {
  const decoder = new TextDecoder(label, { fatal: true });
  return {
    encoding,
    next(bytes, isLast) {
      try {
        return refuseNull(decoder.decode(bytes, { stream: !isLast }));
      } catch (cause) {
        throw new CsvFault(
          msg`The file begins as ${encoding} and has other characters further on. Save it as "CSV UTF-8".`,
          { cause },
        );
      }
    },
  };
}

/** The characters of 0x80 to 0x9F; the others are those of Latin-1. Not every Node's TextDecoder has them. */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252: Decode = {
  encoding: 'Windows-1252',
  next: (bytes) => refuseNull(windows1252Text(bytes)),
};

export function windows1252Text(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(
      /[\x80-\x9f]/g,
      (character) => upperControls[character.charCodeAt(0) - 0x80] ?? character,
    );
}

function refuseOtherKinds(start: Buffer): void {
  const other = otherKinds.find((kind) => kind.start.every((byte, index) => start[index] === byte));
  if (other) throw new CsvFault(other.message);
}

function refuseNull(text: string): string {
  if (!text.includes('\0')) return text;
  throw new CsvFault(
    msg`It contains null characters, so it is not text, or it is UTF-16 without a byte order mark. Save it as "CSV UTF-8".`,
  );
}
