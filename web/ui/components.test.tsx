/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './Button.tsx';
import { Carousel } from './Carousel.tsx';
import { Disclosure } from './Disclosure.tsx';
import { LogoMark } from './Logo.tsx';
import { Picture } from './Picture.tsx';
import { Table } from './Table.tsx';
import { TextField } from './TextField.tsx';
import { Toasts } from './Toasts.tsx';

const stored = {
  base: '/pictures/1',
  widths: [400, 800],
  avif: false,
  width: 1200,
  height: 900,
  placeholder: 'data:image/webp;base64,AA==',
};

test('a busy button keeps its label and announces that it is busy', () => {
  const html = renderToString(<Button isBusy>Save</Button>);
  expect(html).toMatch(/aria-busy="true" aria-disabled="true"/);
  expect(html).toContain('Save');
  expect(html).not.toContain('disabled=""');
});

test('a busy button can have a busy label', () => {
  const html = renderToString(
    <Button busyLabel="Saving" isBusy>
      Save
    </Button>,
  );
  expect(html).toMatch(/<span aria-hidden="true"[^>]*>Save<.*<span class="sr-only">Saving</);
  expect(renderToString(<Button busyLabel="Saving">Save</Button>)).not.toContain('Saving');
});

test('a button does not submit by default', () => {
  expect(renderToString(<Button>Save</Button>)).toContain('type="button"');
  expect(renderToString(<Button type="submit">Save</Button>)).toContain('type="submit"');
});

test('a carousel announces its role and the position of each slide', () => {
  const slides = ['a', 'b', 'c'].map((key) => ({ key, content: key }));
  const html = renderToString(<Carousel heading="New" label="New" slides={slides} />);
  expect(html).toMatch(/<section aria-label="New" aria-roledescription="carousel"/);
  for (const place of ['1 of 3', '2 of 3', '3 of 3']) {
    expect(html).toContain(`aria-label="${place}" aria-roledescription="slide"`);
  }
});

test('a carousel hides its buttons without JavaScript, but keeps their space', () => {
  const html = renderToString(<Carousel heading="" label="New" slides={[]} />);
  const controls = html.slice(0, html.indexOf('aria-label="Previous"'));
  expect(controls).toMatch(/<div class="[^"]*\binvisible\b[^"]*"><button/);
});

test('a field associates its label, hint and error with the control', () => {
  const html = renderToString(
    <TextField error="Email is Required" hint="As at work" label="Email" />,
  );
  const id = attribute(html, /<input[^>]* id="([^"]+)"/);
  expect(html).toContain(`for="${id}"`);
  expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(html).toMatch(/<input[^>]* aria-invalid="true"[^>]* aria-required="true"/);
  expect(html).toMatch(new RegExp(`id="${id}-error">.*Email is Required`));
});

test('an optional field is marked and not announced as required', () => {
  const html = renderToString(<TextField isOptional label="Original price" />);
  expect(html).toContain('(optional)');
  expect(html).not.toContain('aria-required');
});

test('a picture has a srcset and reserves its space', () => {
  const html = renderToString(
    <Picture address="/pictures/1/800.webp" alt="A lute" sizes="50vw" source={stored} />,
  );
  expect(html).toContain('srcSet="/pictures/1/400.webp 400w, /pictures/1/800.webp 800w"');
  expect(html).not.toContain('image/avif');
  expect(html).toMatch(/alt="A lute"[^>]*height="900"[^>]*loading="lazy"[^>]*width="1200"/);
});

test('a picture above the fold has high priority', () => {
  const html = renderToString(<Picture address="/a.webp" alt="" isPriority sizes="50vw" />);
  expect(html).toMatch(/fetchPriority="high"[^>]*loading="eager"/);
});

test('a table keeps its roles where CSS shows cards', () => {
  const columns = [
    { header: 'Name', cell: (row: string) => row, isRowHeader: true },
    { header: 'Price', cell: () => '$1' },
  ];
  const html = renderToString(
    <Table caption="Things" columns={columns} rowKey={(row) => row} rows={['Lute']} />,
  );
  for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell']) {
    expect(html).toContain(`role="${role}"`);
  }
});

test('a disclosure works without JavaScript and opens by its anchor', () => {
  const html = renderToString(
    <Disclosure id="why" isOpenAtFirst={false} title="Why?">
      Because.
    </Disclosure>,
  );
  expect(html).toMatch(/^<details(?![^>]* open)[^>]*><summary/);
  expect(html).toMatch(/<section[^>]* id="why"[^>]*>Because/);
});

test('the live region is there before the first toast', () => {
  expect(renderToString(<Toasts />)).toMatch(/<ol aria-live="polite"[^>]*><\/ol>/);
});

test('the logo component equals logo.svg', () => {
  const file = readFileSync(new URL('logo.svg', import.meta.url), 'utf8');
  expect(shapesOf(renderToString(<LogoMark />))).toEqual(shapesOf(file));
});

function attribute(html: string, pattern: RegExp): string {
  const value = pattern.exec(html)?.[1];
  if (!value) throw new Error(`Nothing matches ${pattern} in ${html}`);
  return value;
}

/** Each shape as its name and its attributes in the order of the alphabet. */
function shapesOf(svg: string): string[] {
  return Array.from(svg.matchAll(/<(rect|circle)([^>]*?)\/?>/g), ([, name, attributes = '']) =>
    [name, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(' '),
  );
}
