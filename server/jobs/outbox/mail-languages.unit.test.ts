import { describe, expect, it } from 'vitest';
import { inLanguage } from '#contract/language.ts';
import { catalogueNames, compileCatalogue } from '../../../scripts/build/texts.mjs';
import { loadedLanguage } from '../../core/shop-language.ts';
import { sampleMails } from '../../testing/sample-mails.ts';
import { visualOrder } from '../../testing/visual-order.ts';
import { renderMail } from './render-mail.ts';

const shop = 'https://shop.test';
const photo = { address: `${shop}/pictures/1/480.webp`, width: 480, height: 360 };
const typedValues: Readonly<Record<string, string>> = {
  'a telephone number': '+81 555 0145',
  'an address': '12 Rue de la Paix, 75002 Paris (flat 3)',
  'a tracking number': '00 340-434.16',
  'a Latin name': 'Conn 88H, “Elkhart” (1965)',
  'an Arabic name': 'عود دمشقي (1990)',
};
/** Amounts, codes, times and references of the samples, as they are read. */
const otherValues = {
  ar: /US\$\u00a0[\d,]+\.\d\d|123 456|pi_123|R-ABCD-EFGH/g,
  ja: /\$[\d,]+\.\d\d|123 456|pi_123|R-ABCD-EFGH/g,
};
/** Not in the language of the reader: names, what people wrote, addresses. */
const foreign =
  /https?:\S+|\S+@\S+|Reprise|shop\.test|European Union|R-ABCD-EFGH|pi_123|[\da-f]{8}-[\da-f-]+|US\$|\bUTC\b|\bQR\b|\bIBAN\b|\bAPI\b|\bWebhook\b/g;

describe.each(['ar', 'ja'] as const)('mails in %s', async (tag) => {
  const texts = await Promise.all(catalogueNames.map((name) => compileCatalogue(tag, name)));
  const { i18n } = loadedLanguage({ tag, prefix: `/${tag}` }, Object.assign({}, ...texts));
  const direction = tag === 'ar' ? 'rtl' : 'ltr';
  const mailsWith = (typed: string) =>
    inLanguage(i18n, () =>
      [...sampleMails({ shop, photo, typed })].map(([name, content]) => {
        const { subject, text, html = '' } = renderMail(content, shop);
        return { name, html, views: { subject, text, html: shownText(html) } };
      }),
    );

  it.each(Object.entries(typedValues))('mails show %s whole', (_, typed) => {
    for (const { name, views } of mailsWith(typed)) {
      for (const [view, said] of Object.entries(views)) {
        const seen = visualOrder(said, direction);
        const whole = visualOrder(typed);
        expect(seen.split(whole).length, `${name}, ${view}:\n${seen}`).toBe(
          said.split(typed).length,
        );
      }
    }
  });

  it('mails show amounts, codes and references whole', () => {
    for (const { name, views } of mailsWith('Viola')) {
      for (const [view, said] of Object.entries(views)) {
        const seen = visualOrder(said, direction);
        const written = tag === 'ar' ? said.replaceAll(amountInArabic, 'US$\u00a0$1') : said;
        expect(countsOf(seen, otherValues[tag]), `${name}, ${view}:\n${seen}`).toEqual(
          countsOf(written, otherValues[tag]),
        );
      }
    }
  });

  it('mails keep their language and direction in a program that shows only the body', () => {
    for (const { name, html } of mailsWith('Viola')) {
      const shown = html.replaceAll(/<\/?(?:html|body)[^>]*>/g, '');
      expect(shown, name).toContain(` lang="${tag}" dir="${direction}"`);
    }
  });

  it('translated mails have no English sentence and no comma, colon or full stop of another script', () => {
    for (const { name, views } of mailsWith('7')) {
      for (const [view, said] of Object.entries(views)) {
        const ours = said.replaceAll(foreign, '');
        expect(ours.match(/.*[A-Za-z]{3,}.*/g) ?? [], `${name}, ${view}`).toEqual([]);
        expect(ours.match(foreignPunctuation[tag]) ?? [], `${name}, ${view}`).toEqual([]);
      }
    }
  });
});

/** The amount as it is written: the number, then the currency. */
const amountInArabic = /\u200f([\d,]+\.\d\d)\u00a0\u2068US\$\u2069/g;
const foreignPunctuation = {
  ar: /\p{Script=Arabic}[\u2066-\u2069]*[,;?].*/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;?!:](?![\n/]).*/gu,
};

function countsOf(said: string, values: RegExp): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of said.match(values) ?? []) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** What a reader of the HTML sees, a line for each block, with the isolates that its `dir` attributes mean. */
function shownText(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replaceAll('<span dir="ltr">', '\u2066')
    .replaceAll('<span dir="rtl">', '\u2067')
    .replaceAll('</span>', '\u2069')
    .replaceAll(/<\/(p|td|th|h1|a|div)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&(#847|zwnj|nbsp);/g, '')
    .replaceAll('&amp;', '&');
}
