import { describe, expect, it } from 'vitest';
import { msg } from '#contract/text.ts';
import { CsvFault } from './csv-text.ts';
import { readCsv } from './read-csv.ts';

const limits = { rows: 100, columns: 20, rowLength: 1_000 };

/** Reads bytes that arrive in pieces of this size. */
async function read(content: string | Buffer, pieceLength = 7) {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceLength) {
      yield bytes.subarray(at, at + pieceLength);
    }
  }
  const { rows, delimiter, encoding } = await readCsv(pieces(), limits);
  const cells: string[][] = [];
  for await (const row of rows) cells.push(row.cells);
  return { cells, delimiter, encoding: encoding() };
}

const faultOf = (content: string | Buffer, pieceLength?: number) =>
  read(content, pieceLength).then(
    () => undefined,
    (error: unknown) => (error instanceof CsvFault ? error.message : error),
  );

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a CSV file that is read', () => {
  it.each([
    ['UTF-8', Buffer.from('name;price\nCafé “Größe” €;1\n')],
    ['UTF-8', Buffer.from('\uFEFFname;price\nCafé “Größe” €;1\n')],
    ['UTF-16', Buffer.from('\uFEFFname;price\nCafé “Größe” €;1\n', 'utf16le')],
    ['UTF-16', utf16be('\uFEFFname;price\nCafé “Größe” €;1\n')],
    ['Windows-1252', Buffer.from('name;price\nCaf\xe9 \x93Gr\xf6\xdfe\x94 \x80;1\n', 'latin1')],
  ])('a CSV file is recognised as %s, in chunks of any size', async (encoding, bytes) => {
    for (const pieceLength of [1, 2, 3, 5, 1_000]) {
      expect(await read(bytes, pieceLength)).toEqual({
        encoding,
        delimiter: ';',
        cells: [
          ['name', 'price'],
          ['Café “Größe” €', '1'],
        ],
      });
    }
  });

  it.each([
    ['a,b;c,d\n', ','],
    ['a;b,c;d\n', ';'],
    ['a\tb\n', '\t'],
    ['"x;y;z",b\n', ','],
    ['sep=;\na,b,c;d\n', ';'],
    ['alone\n', ','],
  ])('%j is divided as it is meant', async (text, delimiter) => {
    expect((await read(text)).delimiter).toBe(delimiter);
  });

  it('values of a CSV file can have line breaks, quotation marks and hidden formulas', async () => {
    const { cells } = await read('a,b\r\n"two\r\nlines","say ""la"""\r\n\'=1+1,\'n Roll\r\n');
    expect(cells.slice(1)).toEqual([
      ['two\r\nlines', 'say "la"'],
      ['=1+1', "'n Roll"],
    ]);
  });

  it.each([
    ['a,b\n1,2"3\n', 'On line 2 there is a quotation mark inside a value.'],
    ['a,b\n1,"2"3\n', 'On line 2 there is a quotation mark inside a value.'],
    [`a,b\n1,${'x'.repeat(5_000)}\n`, 'Line 2 is longer than 1,000 characters.'],
    [`${'a,'.repeat(30)}b\n`, 'The file has 31 columns, and at most 20 are taken.'],
    [`a\n${'1\n'.repeat(101)}`, 'The file has more than 100 rows.'],
    ['a,b\n1,\0\n', 'It contains null characters'],
    [Buffer.from('name\n', 'utf16le'), 'It contains null characters'],
    [Buffer.from('PK\x03\x04rest of a workbook'), 'This is a workbook or an archive.'],
    [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'This file is compressed.'],
    [
      Buffer.concat([
        Buffer.from('größe und mehr\n'),
        Buffer.from('gr\xf6\xdfe, laut\n', 'latin1'),
      ]),
      'The file begins as UTF-8 and has other characters further on.',
    ],
  ])('%j is refused, and the message says where and why', async (content, message) => {
    expect(await faultOf(content)).toContain(message);
  });

  it.each(['\n', '\r\n', '\r'])(
    'an unclosed quotation mark is refused with the line where it was opened (%j)',
    async (end) => {
      const open = ['a,b', '1,"one ""row""', 'of two lines"', '2,"3', '4,5', ''];
      const spoilt = ['a,b', '1,"2', '3,"4"', ''];
      const long = ['a,b', '1,2', '3,"4', ...Array.from({ length: 300 }, () => '5,6'), ''];
      for (const pieceLength of [1, 7, 5_000]) {
        const read = (lines: string[]) => faultOf(lines.join(end), pieceLength);
        expect(await read(open)).toBe('On line 4 a quotation mark is opened and not closed.');
        expect(await read(spoilt)).toBe(
          'On line 2 a quotation mark is opened and not closed: the next one is inside a value on line 3.',
        );
        expect(await read(long)).toBe(
          'On line 3 a quotation mark is opened, and not closed within 1,000 characters.',
        );
      }
    },
  );

  it('a CSV file can have empty rows, and empty cells at the end of rows', async () => {
    const empty = ',,,, ,\n';
    const { cells } = await read(
      `${empty}a,b,,,\n\n1,2,,\n,3\n${empty.repeat(1_000)}4,,\n${empty}`,
    );
    expect(cells).toEqual([['a', 'b'], ['1', '2'], ['', '3'], ['4']]);
  });

  it.each([
    ['commas', ','],
    ['empty values', '"",'],
  ])(
    'a CSV file with 20 MB of %s in one row is refused before it is read to its end',
    async (_, text) => {
      let taken = 0;
      async function* pieces() {
        yield Buffer.from('sku,name\n');
        for (; taken < 320; taken += 1) yield Buffer.from(text.repeat(65_536 / text.length));
      }
      const { rows } = await readCsv(pieces(), { rows: 10_000, columns: 100, rowLength: 65_536 });
      const all = async () => {
        for await (const row of rows) expect(row.line).toBe(1);
      };
      await expect(all()).rejects.toThrow(
        new CsvFault(msg`Line 2 is longer than 196,608 bytes. Remove its empty fields.`),
      );
      expect(taken).toBeLessThan(20);
    },
  );

  it('a CSV file can have many empty lines, and rows made longer by quotation marks', async () => {
    const long = '"'.repeat(990);
    const text = `a\n${'\n'.repeat(10_000)}"${long.replaceAll('"', '""')}"\n🎺${'é'.repeat(400)}\n`;
    expect((await read(text, 5_000)).cells).toEqual([['a'], [long], [`🎺${'é'.repeat(400)}`]]);
  });

  it('a first line of single characters is read in linear time', async () => {
    const line = `"${'é,'.repeat(30_000)}",${'b'.repeat(30_000)}`;
    async function* singly() {
      for (const byte of Buffer.from(`${line}\n1,2\n`)) yield Buffer.of(byte);
    }
    const startedMs = performance.now();
    const { rows, delimiter } = await readCsv(singly(), { ...limits, rowLength: 128 * 1024 });
    const { value } = await rows.next();
    await rows.return(undefined);
    expect([delimiter, value.cells.length]).toEqual([',', 2]);
    // A hundred thousand pieces: a second or two, and minutes when all before are looked at again.
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });

  it('a CSV file is read no faster than its rows are taken', async () => {
    let taken = 0;
    async function* endless() {
      yield Buffer.from('name\n');
      while (true) {
        taken += 1;
        yield Buffer.from('Violin\n'.repeat(1_000));
      }
    }
    const { rows } = await readCsv(endless(), { ...limits, rows: 10_000_000 });
    await rows.next();
    await rows.next();
    // What the streams between hold, and not more.
    expect(taken).toBeLessThan(40);
    await rows.return(undefined);
  });
});
