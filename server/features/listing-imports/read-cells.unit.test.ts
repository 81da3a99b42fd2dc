import { describe, expect, it } from 'vitest';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { readAmountCell } from './read-amount-cell.ts';
import { readCategory } from './read-category.ts';
import { readCondition } from './read-condition.ts';
import { isHtml, textOfHtml } from './read-html.ts';
import { readMade } from './read-made.ts';
import { readPhone } from './read-phone.ts';

describe('cells as other programs write them', () => {
  it.each([
    ['US $1,499.00', '1,499.00'],
    ['$1,499.00', '1,499.00'],
    ['1499.00 USD', '1499.00'],
    ["1'200.50", '1200.50'],
    ['1 200,50', '1200,50'],
    ['1.200,–', '1.200'],
    ['a lot', 'a lot'],
    ['12 strings', '12 strings'],
  ])('the amount %j is read as %j', (text, read) => {
    expect(readAmountCell(text)).toEqual({ text: read });
  });

  it.each([
    ['EUR 1200,00', 'EUR'],
    ['€1.200,00', '€'],
    ['A$ 500', 'A$'],
    ['100 zł', 'zł'],
  ])('the amount %j is of another currency than the shop', (text, currency) => {
    expect(readAmountCell(text)).toEqual({ currency });
  });

  it('the dollars of a shop in Canadian dollars are its own, and those of the United States are not', () => {
    setShopCurrency({ ...usDollar, code: 'CAD', sign: 'CA$' });
    expect(readAmountCell('$50')).toEqual({ text: '50' });
    expect(readAmountCell('US $50')).toEqual({ currency: 'US $' });
    setShopCurrency(usDollar);
  });

  it.each([
    ['1962', { year: 1962, sure: 'exact' }],
    ['1980s', { year: 1980, sure: 'decade' }],
    ["1960's", { year: 1960, sure: 'decade' }],
    ['mid-70s', { year: 1970, sure: 'decade' }],
    ['late 1960s', { year: 1960, sure: 'decade' }],
    ["'60s", { year: 1960, sure: 'decade' }],
    ['1970er', { year: 1970, sure: 'decade' }],
    ['1980年代', { year: 1980, sure: 'decade' }],
    ['2000s', { year: 2000, sure: 'decade' }],
    ['ca. 1965', { year: 1965, sure: 'about' }],
    ['1965?', { year: 1965, sure: 'about' }],
    ['1965/66', { year: 1965, sure: 'about' }],
    ['1962-1968', { year: 1962, sure: 'decade' }],
    ['1958 - 1963', { year: 1958, sure: 'about' }],
    ['Unknown', undefined],
    ['old', 'old'],
    ['20s', '20s'],
  ])('the year made %j is read as %j', (text, read) => {
    expect(readMade(text)).toEqual(read);
  });

  it.each([
    ['+32 470 12 34 56', '+32470123456'],
    ['0032 470/12.34.56', '+32470123456'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+49 1512 3456789', '015123456789'],
    ['555-0101', '555-0101'],
    ['(020) 7946 00 18', '02079460018'],
    ['none', 'none'],
  ])('the telephone number %j is read as %j', (text, read) => {
    expect(readPhone(text)).toBe(read);
  });

  it.each([
    ['Mint', { condition: 'Excellent' }],
    ['B-Stock', { condition: 'Excellent' }],
    ['Very Good', { condition: 'Good' }],
    ['Used (Very Good)', { condition: 'Good' }],
    ['Excellent - Refurbished', { condition: 'Excellent' }],
    ['Non Functioning', { condition: 'Fair', playing_state: 'repair' }],
    ['For parts or not working', { condition: 'Fair', playing_state: 'parts' }],
    ['Als Ersatzteil / defekt', { condition: 'Fair', playing_state: 'parts' }],
    ['3000', { condition: 'Good' }],
    ['Très bon état', { condition: 'Good' }],
    ['shiny', undefined],
  ])('the condition %j is read as %j', (text, read) => {
    expect(readCondition(text)).toEqual(read);
  });

  it.each([
    ['Guitars > Solid Body', { kind: 'electric-guitar', category: 'String' }],
    ['Guitars', { category: 'String' }],
    [
      'Drums and Percussion / Acoustic Drums / Snare',
      { kind: 'snare-drum', category: 'Percussion' },
    ],
    ['Musical Instruments & Gear:Brass:Trumpets', { kind: 'trumpet', category: 'Brass' }],
    ['Sale, Guitars, Guitars > Bass Guitars', { kind: 'bass-guitar', category: 'String' }],
    ['Blechbläser > Posaunen', { kind: 'trombone', category: 'Brass' }],
    ['Woodwind Instruments', { category: 'Woodwind' }],
    ['Uncategorized', undefined],
  ])('the category %j is read as %j', (text, read) => {
    expect(readCategory(text)).toEqual(read);
  });

  it('HTML is read as text with its lists and links, and other texts are not taken for HTML', () => {
    expect(
      textOfHtml(
        '<h2>Piano</h2><script>alert(1)</script><p>Tuned &amp; moved<br/>in May.</p><ol><li>One</li><li>Two</li></ol><p><a href="https://example.com/a">Sound</a> <img src="x.jpg"></p>',
      ),
    ).toBe('Piano\n\nTuned & moved\nin May.\n\n 1. One\n 2. Two\n\nSound [https://example.com/a]');
    expect(['<3 this horn', 'a < b and b > c', 'Rock & roll', 'AT&T'].filter(isHtml)).toEqual([]);
  });

  it('a hostile description is read in little time', () => {
    const began = performance.now();
    for (const part of ['<div>', '<a href="', '<ul><li>', '&amp;', '<p', '<table><tr><td>']) {
      textOfHtml(part.repeat(Math.floor(20_000 / part.length)));
    }
    for (const text of ['1'.repeat(20_000), ' '.repeat(20_000), 'a/'.repeat(10_000)]) {
      readAmountCell(text);
      readMade(text);
      readPhone(text);
      readCondition(text);
      readCategory(text);
      isHtml(text);
    }
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
