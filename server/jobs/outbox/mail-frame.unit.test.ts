import { describe, expect, it } from 'vitest';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { MailContent } from '../../features/mails/mail-content.ts';
import { mailPhoto } from '../../features/mails/mail-photo.ts';
import { sampleMails } from '../../testing/sample-mails.ts';
import { servedPictures } from '../../testing/served-pictures.ts';
import { renderMail } from './render-mail.ts';

const shop = 'https://shop.test';
const photo = { address: `${shop}/pictures/1/480.webp`, width: 480, height: 360 };
const hostile = `Cello "one" <script>alert('x')</script>&amp;<img src=x onerror=alert(1)>`;
const escaped =
  "Cello &quot;one&quot; &lt;script&gt;alert('x')&lt;/script&gt;&amp;amp;&lt;img src=x onerror=alert(1)&gt;";
const samples = [...sampleMails({ shop, photo, typed: hostile })];
/** The mails to unconfirmed addresses, and about accounts: they contain nothing that a user has typed. */
const isUntyped = ({ greeting }: MailContent) => greeting === undefined || /Reprise/.test(greeting);

function tags(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  );
}

describe.each(samples)('the mail %s', (_name, content) => {
  const { subject, text, html = '' } = renderMail(content, shop);

  it('the mail has one button for its step, and one to confirm the address where that is open', () => {
    const steps = [content.step, ...(content.confirmation ? [content.confirmation.step] : [])];
    const buttons = tags(html, 'a').filter((link) => link.class === 'button');
    expect(buttons.map(({ href }) => href)).toEqual(
      steps.map(({ link }) => link.replaceAll('&', '&amp;')),
    );
    for (const { label, link } of steps) {
      expect(link).toMatch(/^https:\/\/shop\.test\//);
      expect(text).toContain(`${label}:\n${link}`);
    }
  });

  it('the mail has the same contents as plain text, and says who sent it and why', () => {
    expect(text).toMatch(/^Hello/);
    expect(subject + text).not.toMatch(/undefined|null|Invalid|NaN/);
    for (const paragraph of [...content.paragraphs, ...(content.closing ?? [])]) {
      expect(text).toContain(paragraph);
    }
    for (const words of ['Sent by Reprise', `${shop}/`, content.reason]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(content.reason).toContain(' because ');
  });

  it('the mail escapes what people have typed', () => {
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img src=x');
    if (isUntyped(content)) expect(JSON.stringify(content)).not.toContain('Cello');
    else expect(html).toContain(escaped);
  });

  it('the mail fits a phone, has a dark theme and opens with its first sentence in the list of mails', () => {
    const metas = tags(html, 'meta');
    const meta = (name: string) => metas.find((one) => one.name === name)?.content;
    expect(meta('viewport')).toBe('width=device-width,initial-scale=1');
    expect(meta('color-scheme')).toBe('light dark');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toMatch(/<body[^>]*>\n<div style="display:none[^>]*>[^<]{20}/);
    expect(tags(html, 'h1')).toHaveLength(1);
  });

  it('the mail describes and sizes every picture, and loads them from the shop only', () => {
    const pictures = tags(html, 'img');
    for (const { src, alt, width, height } of pictures) {
      expect(src).toMatch(/^(https:\/\/shop\.test\/pictures\/|cid:)/);
      expect(alt).not.toBe('');
      expect(Number(width)).toBeGreaterThan(0);
      expect(Number(height)).toBeGreaterThan(0);
    }
    const instruments = content.instruments ?? [];
    expect(pictures.filter(({ class: name }) => name === 'photo')).toHaveLength(instruments.length);
    expect(html.includes('@import') || html.includes('url(')).toBe(false);
  });

  it('the mail is laid out with tables whose cells are closed', () => {
    for (const name of ['table', 'tr', 'td', 'th', 'p', 'a', 'h1', 'div']) {
      const opened = html.match(new RegExp(`<${name}\\b`, 'g'))?.length ?? 0;
      expect([name, html.match(new RegExp(`</${name}>`, 'g'))?.length ?? 0]).toEqual([
        name,
        opened,
      ]);
    }
    // A screen reader reads only the facts as a table.
    const isFacts = tags(html, 'table').filter(({ role }) => role !== 'presentation');
    expect(isFacts).toHaveLength(content.facts?.length ? 1 : 0);
  });
});

it('every mail says the name of the shop that sends it, escaped, and no other', () => {
  const shopName = '"Klang" & <b>Söhne</b>';
  for (const [kind, content] of sampleMails({ shop, shopName, photo, typed: 'Cello' })) {
    const {
      subject,
      text,
      html = '',
    } = renderMail(content, shop, {
      name: shopName,
      colours: null,
      hasSign: false,
      contact: 'Kai 1 · an@klang.example',
      timeZone: 'UTC',
      hasReviews: true,
      hasMessages: true,
    });
    expect(text, kind).toContain(`Sent by ${shopName}, the shop`);
    expect(html, kind).toContain('>&quot;Klang&quot; &amp; &lt;b&gt;Söhne&lt;/b&gt;</a>');
    for (const words of [text, html]) expect(words).toContain('Kai 1 · an@klang.example');
    expect(html, kind).not.toContain('<b>');
    expect(subject + text + html, kind).not.toContain(defaultShop.name);
  }
});

it('an instrument has its picture, its name and its price', () => {
  const content = new Map(samples).get('booked-buyer');
  if (!content) throw new Error('There is no such mail');
  const { html = '', text } = renderMail(content, shop);
  expect(tags(html, 'img')).toMatchObject([{ src: photo.address, width: '160', height: '120' }]);
  expect(html).toContain('>$1,234.50</p>');
  expect(text).toContain(`${hostile}\n$1,234.50`);
});

it('the code of a payment stays a picture inside the mail', () => {
  const content = new Map(samples).get('paid-buyer');
  if (!content) throw new Error('There is no such mail');
  const { html = '', pictures } = renderMail(content, shop);
  expect(tags(html, 'img').map(({ src }) => src)).toContain(`cid:${pictures?.[0]?.cid}`);
});

it('the end of a subscription is beside the reason, as text too', () => {
  const [[, content] = []] = samples;
  if (!content) throw new Error('There is no mail');
  const unsubscribe = { label: 'Stop these emails', link: `${shop}/stop?a=1&b=2` };
  const { html = '', text } = renderMail({ ...content, unsubscribe }, shop);
  expect(html).toMatch(/because [^<]*<a href="https:\/\/shop\.test\/stop\?a=1&amp;b=2"/);
  expect(text).toContain(`Stop these emails:\n${unsubscribe.link}`);
});

it('a mail can list several instruments, each with a link to its page and a remark', () => {
  const [[, content] = []] = samples;
  if (!content) throw new Error('There is no mail');
  const instruments = ['one', 'two'].map((name) => ({
    name,
    price: '$20.00',
    note: 'Good, Leeds',
    photo,
    link: `${shop}/products/${name}`,
  }));
  const { html = '', text } = renderMail({ ...content, instruments }, shop);
  for (const { name, link } of instruments) {
    expect(tags(html, 'a').filter(({ href }) => href === link)).toHaveLength(2);
    expect(text).toContain(`${name}\n$20.00\nGood, Leeds\n${link}`);
  }
  expect(tags(html, 'a').filter((link) => link.class === 'button')).toHaveLength(1);
});

describe('the picture of a mail', () => {
  const row = {
    imageId: 'abc',
    imageExternalUrl: null,
    imageWidths: [480, 960, 1600],
    imageWidth: 1600,
    imageHeight: 1200,
    imagePlaceholder: '',
    imageAvif: false,
  };
  const deps = { imageHost: servedPictures, origin: () => shop };

  it('the picture of a mail is the smallest rendition that is sharp', () => {
    const address = `${shop}/pictures/abc/480.webp`;
    expect(mailPhoto(deps, row)).toEqual({ address, width: 480, height: 360 });
  });

  it('the picture of a mail is the largest rendition of a small picture', () => {
    const small = { ...row, imageWidths: [200], imageWidth: 200, imageHeight: 300 };
    const address = `${shop}/pictures/abc/200.webp`;
    expect(mailPhoto(deps, small)).toEqual({ address, width: 200, height: 300 });
  });

  it('the picture of a mail has the address of the service that hosts it', () => {
    const imageExternalUrl = 'https://i.ibb.co/x/y.jpg';
    expect(mailPhoto(deps, { ...row, imageExternalUrl }).address).toBe(imageExternalUrl);
    const imageHost = { baseUrl: (id: string) => `https://cdn.test/${id}` };
    expect(mailPhoto({ ...deps, imageHost }, row).address).toBe('https://cdn.test/abc/480.webp');
  });
});
