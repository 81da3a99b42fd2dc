import { describe, expect, test } from 'vitest';
import { CallFailure } from '../../api/failures.ts';
import { cacheAnsweredBy, textOf } from '../products/page-samples.tsx';
import { listedSample } from '../products/product-samples.ts';
import { searchQuery } from './queries.ts';
import {
  advertised,
  exactly,
  markup,
  markupWith,
  type Reply,
  replyWith,
  words,
} from './search-page-samples.tsx';

describe('the results of a search', () => {
  test('the results for a guest are the advertised ones, with the number of all and the way to see them', async () => {
    const reply = { items: [advertised], total: exactly(27), isLimited: true };
    const text = await words({ q: 'brass' }, reply);
    expect(text).toContain('Results for “brass”');
    expect(text).toContain('27 instruments match. You see the one that is advertised.');
    expect(text).toContain('Log in to see all of them. We’ll bring you back here.');
    expect(text).toContain('Cornet');
  });

  test('the results are only counted for a guest when none is advertised', async () => {
    const reply = { total: exactly(1), isLimited: true };
    expect(await words({ q: 'brass' }, reply)).toContain('1 instrument matches. Log');
  });

  test('the results say so when they were not all counted', async () => {
    const reply = { items: [advertised], total: { count: 1000, isExact: false } };
    expect(await words({}, reply)).toContain('more than 1,000 instruments');
  });

  test('a fact that was understood without a kind is called as it was typed', async () => {
    const understood = [{ text: 'strat', as: 'fact' as const, id: 'electric-shape:s' }];
    const reply = { items: [advertised], total: exactly(1), understood };
    const text = await words({ q: 'strat' }, reply);
    expect(text).toContain('Remove the filter strat');
  });

  test('a search that was understood and has no match says what is not on sale, and what is close', async () => {
    const id = 'hand:left';
    const reply = {
      items: [{ ...advertised, close: true as const }],
      understood: [{ text: 'lefty', as: 'fact' as const, id }],
      missed: [{ text: 'lefty', id }],
    };
    const text = await words({ q: 'lefty guitar' }, reply);
    expect(text).toContain('No “lefty guitar” on sale');
    expect(text.split('Save this search').length).toBe(3);
    expect(text).toMatch(/Close, but not “lefty” .*Cornet/);
    expect(text).not.toContain('Nothing matches');
  });

  test('a search by a kind alone has the name of the kind as its heading', async () => {
    const reply = { items: [advertised], total: exactly(1) };
    expect(await markup({ kind: 'french-horn' }, () => replyWith(reply))).toContain(
      'french horn</h1>',
    );
  });

  test('complete results need no sign-in', async () => {
    const reply = { items: [advertised], total: exactly(1), isLimited: true };
    const text = await words({ q: 'cornet' }, reply);
    expect(text).toContain('1 instrument ');
    expect(text).not.toContain('Log in to see');
  });

  test('the results have the filters beside them, each choice with its number', async () => {
    const choices = (values: string[]) =>
      values.map((value, index) => ({ value, count: 1000 + index, isExact: index === 0 }));
    const facets = {
      category: choices(['Brass', 'Keyboard']),
      condition: choices(['Good']),
      brand: choices(['Besson']),
      kind: [],
      language: [],
      playingState: [],
      place: choices(['Leeds']),
      verified: exactly(3),
      dropped: exactly(0),
      free: exactly(8),
    };
    const text = await words({ q: 'horn' }, { total: exactly(9), facets });
    expect(text).toContain('Brass ( 1,000 )');
    expect(text).toContain('Keyboard ( more than 1,001 )');
    expect(text).toContain('Besson ( 1,000 )');
    expect(text).toContain('Leeds ( 1,000 )');
    expect(text).toContain('Verified sellers ( 3 )');
    expect(text).toContain('Available now ( 8 )');
  });

  test('number a choice that was not counted whole by what is known of it', async () => {
    const some = (value: string, count: number) => ({ value, count, isExact: false });
    const facets = {
      category: [some('Brass', 37), some('Keyboard', 0)],
      condition: [],
      brand: [],
      kind: [],
      language: [],
      playingState: [],
      place: [],
      verified: exactly(3),
      dropped: exactly(0),
      free: exactly(8),
    };
    const text = await words({ q: 'horn' }, { total: exactly(9), facets });
    expect(text).toContain('Brass ( 37 or more )');
    expect(text).not.toContain('Keyboard (');
  });

  test('the results of a corrected word say what was typed, with the way back to it', async () => {
    const html = await markup({ q: 'trumppet' }, () =>
      replyWith({ items: [advertised], total: exactly(1), corrected: 'trumpet' }),
    );
    expect(textOf(html)).toContain('Results for “trumpet”');
    expect(textOf(html)).toContain('instead of “trumppet”');
    expect(html).toContain('href="/search?q=trumppet&amp;exact=1"');
  });

  test('a search without results says what to do: remove a filter, other words, a category', async () => {
    const html = await markup({ q: 'kazoo', condition: 'Good', sort: 'price' }, () => replyWith());
    expect(textOf(html)).toContain('Nothing matches');
    expect(textOf(html)).toContain('Check the spelling');
    expect(html).toContain('href="/search?q=kazoo&amp;sort=price"');
    expect(html).toContain('href="/instruments/categories/percussion"');
    expect(html).not.toContain('Log in to see');
  });

  test('results that did not load say why, beside the filters', async () => {
    const html = await markup({ q: 'horn', category: 'Brass' }, () => {
      throw new CallFailure({ status: 503, detail: 'The shop is closed for a moment' });
    });
    expect(textOf(html)).toContain('The shop is closed for a moment');
    expect(textOf(html)).toContain('Try again');
    expect(textOf(html)).toContain('Remove the filter Brass');
    expect(textOf(html)).not.toContain('Nothing matches');
  });

  test('the search without scripts is a plain form and links', async () => {
    const html = await markup({ q: 'horn', exact: '1', minPrice: 'cheap' }, () =>
      replyWith({ items: [advertised], total: exactly(1) }),
    );
    expect(html).toMatch(/<form [^>]*id="[^"]+"[^>]* action="\/search"/);
    expect(html).toContain('<input type="hidden" name="q" value="horn"/>');
    expect(html).toContain('<input type="hidden" name="exact" value="1"/>');
    expect(html).toMatch(/<input [^>]*name="minPrice"[^>]* value="cheap"\/>/);
    expect(textOf(html)).toContain('Type the price in dollars');
    expect(textOf(html)).toContain('Apply filters');
  });
});

describe('the notice to guests about results for users only', () => {
  const cursor = '3.0190f3c2-0000-7000-8000-000000000001';
  const samples = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      listedSample({
        _id: `0190f3c2-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
        status: 'advertise',
      }),
    );

  /** The words of the page with the first pages of a search for horns; each page has a next one. */
  async function wordsOfPages(replies: Partial<Reply>[], next: (string | null)[], query = {}) {
    const answers = replies.map(replyWith);
    const cursors = [...next];
    const cache = cacheAnsweredBy(
      () => answers.shift(),
      () => cursors.shift() ?? null,
    );
    await cache.fetchInfiniteQuery({
      ...searchQuery({ q: 'horn', ...query }, null),
      pages: replies.length,
    });
    return textOf(markupWith(cache, { q: 'horn', ...query }));
  }

  const first = { items: samples(0, 24), total: exactly(30), isLimited: true };
  const second = { items: samples(24, 30), total: exactly(30), isLimited: true };
  const counted = '30 instruments match.';

  test('the notice does not claim on the first page of several that it has all advertised ones', async () => {
    const text = await wordsOfPages([first], [cursor]);
    expect(text).toContain('30 instruments match. You see those that are advertised. Log in to');
  });

  test('the notice disappears once everything that matches is on the page', async () => {
    const text = await wordsOfPages([first, second], [cursor, null]);
    expect(text).toContain('30 instruments');
    expect(text).not.toContain(counted);
    expect(text).not.toContain('Log in to see');
  });

  test('the notice names how many are advertised when the last of them is loaded', async () => {
    const last = { ...second, items: samples(24, 26) };
    expect(await wordsOfPages([first, last], [cursor, null])).toContain(
      '30 instruments match. You see the 26 that are advertised.',
    );
  });

  test('the notice does not take a later page without scripts for all results', async () => {
    expect(await wordsOfPages([second], [null], { cursor })).toContain(
      '30 instruments match. You see those that are advertised.',
    );
    const whole = { ...second, total: exactly(6) };
    expect(await wordsOfPages([whole], [null], { cursor })).toContain('6 instruments match.');
  });

  test('the notice counts what matches on an empty page after the last one', async () => {
    const empty = { items: [], total: exactly(30), isLimited: true };
    expect(await wordsOfPages([empty], [null], { cursor })).toContain(`${counted} Log in to see`);
  });

  test('the notice does not claim all when many were not all counted', async () => {
    const many = { items: samples(0, 24), total: { count: 24, isExact: false }, isLimited: true };
    expect(await wordsOfPages([many], [null])).toContain('24 or more instruments match.');
  });

  test('the notice does not claim the only one when one was counted', async () => {
    const reply = { items: samples(0, 1), total: { count: 1, isExact: false }, isLimited: true };
    expect(await wordsOfPages([reply], [cursor])).toContain('1 or more instruments match. You');
  });

  test('a shop with an open catalogue has no notice', async () => {
    const open = { isLimited: false };
    const pages = [wordsOfPages([{ ...first, ...open }], [cursor])];
    pages.push(wordsOfPages([{ ...second, ...open }], [null], { cursor }));
    pages.push(wordsOfPages([{ items: [], total: exactly(30), ...open }], [null], { cursor }));
    for (const text of await Promise.all(pages)) {
      expect(text).toContain('30 instruments');
      expect(text).not.toContain(counted);
      expect(text).not.toContain('Log in to see');
    }
  });
});
