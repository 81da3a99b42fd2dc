import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

describe('comma-separated values', () => {
  it.each([
    ['Violin', 'Violin'],
    ['Oboe, French', '"Oboe, French"'],
    ['The "Lark"', '"The ""Lark"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+1', "'+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['  =1', "'  =1"],
    ['', ''],
  ])('writes the text %j so that no program runs or splits it', (text, written) => {
    expect(writeCsv([[text]])).toBe(`${written}\r\n`);
  });

  it('writes amounts with two digits, below zero too, and leaves out what is missing', () => {
    expect(writeCsv([[1.5, -0.05, undefined, 'x']])).toBe('1.50,-0.05,,x\r\n');
  });
});
