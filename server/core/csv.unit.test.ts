import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protectFormula, revealFormula, writeCsv } from './csv.ts';

describe('comma-separated values', () => {
  it.each([
    ['Violin', 'Violin'],
    ['Oboe, French', '"Oboe, French"'],
    ['The "Lark"', '"The ""Lark"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+1', "'+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['\t=1', "'\t'=1"],
    ['  =1', "'  =1"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x\t+1', "x\t'+1"],
    ['x "=1+1"', `"x ""'=1+1"""`],
    ['x\n @SUM(A1)', `"x\n' @SUM(A1)"`],
    ['=1;=2', "'=1;'=2"],
    ['one; two - three', 'one; two - three'],
    ['', ''],
  ])('the text %j is written so that no program runs or splits it', (text, written) => {
    expect(writeCsv([[text]])).toBe(`${written}\r\n`);
  });

  it('amounts in CSV have two digits, even below zero, and missing ones are left out', () => {
    expect(writeCsv([[1.5, -0.05, undefined, 'x']])).toBe('1.50,-0.05,,x\r\n');
  });

  it('every text is the same after it was written and read again', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n ",;aé') });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (cells) => {
        const [read = []] = parse(writeCsv([cells])) as string[][];
        expect(read.map(revealFormula)).toEqual(cells);
      }),
    );
  });

  it('only the apostrophe that was added is removed', () => {
    for (const text of ["'=1", "''=1", "'n Roll", "'", '=1']) {
      expect(revealFormula(protectFormula(text))).toBe(text);
    }
    expect(revealFormula("'n Roll")).toBe("'n Roll");
  });
});
