import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const targets = {
  pageOf: (file: string) => (file === 'terms.md' ? '/terms' : undefined),
  imageOf: (file: string) =>
    file === 'our shop.jpg'
      ? { address: '/shop/1-our.jpg', width: 800, height: 600 }
      : { reason: 'does not exist in the folder' },
};
const render = (source: string) => renderMarkdown(source, targets);

describe('headings of a page', () => {
  it('headings begin below the page’s title and skip no level, whatever the file has', () => {
    const { html } = render('### One\n\n###### Two\n\n# Three\n\n#### Four');
    expect(html.match(/<h\d/g)).toEqual(['<h2', '<h3', '<h2', '<h3']);
  });

  it('headings go down to the sixth level, the last that HTML has', () => {
    const deep = [1, 2, 3, 4, 5, 6].map((level) => `${'#'.repeat(level)} Heading`).join('\n\n');
    const { html } = render(`Text\n\n${deep}`);
    expect(html.match(/<h\d/g)).toEqual(['<h2', '<h3', '<h4', '<h5', '<h6', '<h6']);
    expect(html.match(/<\/h\d/g)).toEqual(['</h2', '</h3', '</h4', '</h5', '</h6', '</h6']);
  });

  it('the first heading is the title and is not repeated', () => {
    const { title, html } = render('<!-- For us -->\n\n# About *us*\n\nWe sell.\n\n## Where');
    expect(title).toBe('About us');
    expect(html).toBe('<p>We sell.</p>\n<h2 id="where">Where</h2>\n');
  });

  it('headings have unique ids, made of their text', () => {
    const { html, contents } = render('## Größe & Maß\n\n## Returns\n\n## Returns\n\n## Content');
    expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'grosse-mass',
      'returns',
      'returns-2',
      'content-2',
    ]);
    expect(contents[0]).toEqual({ id: 'grosse-mass', text: 'Größe & Maß' });
  });
});

describe('HTML in a file', () => {
  it.each([
    '<script>alert(1)</script>',
    'Text <img src=x onerror=alert(1)> text',
    '<div>\n<iframe src="https://evil.example"></iframe>\n</div>',
    '<style>body { display: none }</style>',
    '| <svg onload=alert(1)> |\n|---|\n| <a href="javascript:alert(1)">x</a> |',
    '`<b onclick=alert(1)>`',
    '    <object data="x">',
    '[<img src=x onerror=alert(1)>](terms.md)',
    '# <script>alert(1)</script>\n\n## <img src=x onerror=alert(1)>',
    '<!-- a comment --><script>alert(1)</script>',
    '<!-- open <script>alert(1)</script>',
  ])('HTML in a file never becomes an element: %s', (source) => {
    const { html } = render(source);
    expect(html).not.toMatch(/<(?!\/?(p|code|pre|div|table|thead|tbody|tr|th|td|a|h2)\b)/);
    expect(html).not.toMatch(/<[^>]*\s(on\w+|style)=/);
  });

  it('HTML in a file is shown as text, without its comments', () => {
    expect(render('A <b>bold</b> word<!-- note -->.').html).toBe(
      '<p>A &lt;b&gt;bold&lt;/b&gt; word.</p>\n',
    );
    expect(render('<!-- a note\n\nof two parts -->').html).toBe('');
  });
});

describe('links of a page', () => {
  it('links lead to the pages of the files beside it', () => {
    expect(render('[Terms](terms.md#payment)').html).toContain('<a href="/terms#payment">');
    expect(render('[Fees](#gebühren) [Terms](terms.md#Größe)').html).toBe(
      '<p><a href="#gebuhren">Fees</a> <a href="/terms#grosse">Terms</a></p>\n',
    );
    expect(render('[Brass](/category/Brass)').html).toContain('<a href="/category/Brass">');
  });

  it('a link to another site says so, and opens in the same window', () => {
    expect(render('See https://example.org/a_b or info@example.org').html).toBe(
      '<p>See <a href="https://example.org/a_b" rel="external noopener">https://example.org/a_b</a> or <a href="mailto:info@example.org">info@example.org</a></p>\n',
    );
  });

  it.each([
    ['[x](javascript:alert(1))', 'javascript:alert(1)'],
    ['<javascript:alert(1)>', 'javascript:alert(1)'],
    ['[x](data:text/html,1)', 'data:text/html,1'],
    ['[x](//evil.example)', '//evil.example'],
    ['[x](imprint.md)', 'imprint.md'],
    ['[x](../.env)', '../.env'],
  ])('a link that leads nowhere is a fault and is removed: %s', (source, address) => {
    const { faults, html } = render(`First\n\n${source}`);
    expect(faults).toEqual([`line 3 links to ${address}, which is no page of the shop`]);
    expect(html).toContain('href="#"');
  });

  it('a link needs a text', () => {
    expect(render('[](terms.md)').faults).toEqual(['line 1 has a link without a text']);
    expect(render('[![Our shop](our%20shop.jpg)](terms.md)').faults).toEqual([]);
  });
});

describe('pictures of a page', () => {
  it('pictures are files beside the page, and take only their own space', () => {
    expect(render('![Our shop](our%20shop.jpg "In May")').html).toBe(
      '<p><img src="/shop/1-our.jpg" alt="Our shop" title="In May" width="800" height="600" loading="lazy" decoding="async"></p>\n',
    );
  });

  it.each([
    'https://tracker.example/pixel.png',
    'data:image/png;base64,AAAA',
    '../secret.png',
    'missing.jpg',
  ])('a picture from elsewhere is a fault: %s', (source) => {
    expect(render(`![x](${source})`)).toMatchObject({
      faults: [`line 1 shows the picture ${source}, which does not exist in the folder`],
      html: expect.not.stringContaining(source),
    });
  });
});

describe('tables and code', () => {
  it('scroll within themselves, by keyboard too, and are named after their heading', () => {
    const { html } = render('## Fees "now"\n\n| | Share |\n|---|--:|\n| Brass | 5 % |');
    expect(html).toContain(
      '<div class="table-scroll" role="group" tabindex="0" aria-label="Table: Fees &quot;now&quot;"><table>',
    );
    expect(html).toContain('<td></td>\n<th class="align-right" scope="col">Share</th>');
    expect(html).toContain('<td class="align-right">5 %</td>');
    expect(render('```js\na < b\n```').html).toBe(
      '<pre role="group" tabindex="0" aria-label="Text as it is"><code>a &lt; b\n</code></pre>\n',
    );
  });
});

it('placeholders that the owner has yet to fill in are marked', () => {
  expect(render('We are [[your name & street]].').html).toBe(
    '<p>We are <mark>your name &amp; street</mark>.</p>\n',
  );
});

it('the summary is the text of the first paragraph', () => {
  const { summary } = render('# About\n\n> ## Note\n\nWe *sell* [violins](terms.md)\nand `bows`.');
  expect(summary).toBe('We sell violins and bows.');
});
