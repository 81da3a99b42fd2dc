import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { paths } from '#contract/page-paths.ts';
import { BlogPage, entries } from './BlogPage.tsx';
import { blogHead } from './blog-head.ts';

const page = renderToStaticMarkup(
  <StaticRouter location={paths.blog()}>
    <BlogPage />
  </StaticRouter>,
);

test('the server-rendered page has all four questions and answers, collapsed', () => {
  expect(entries).toHaveLength(4);
  expect(page.match(/<details(?=[ >])/g)).toHaveLength(4);
  expect(page).not.toMatch(/<details[^>]* open/);
  for (const {
    question: { question },
    answer,
  } of entries) {
    expect(page).toContain(`>${question}</h2>`);
    expect(page).toContain(renderToStaticMarkup(answer));
  }
});

test('each answer has an anchor inside the collapsed content, so that the browser opens it', () => {
  expect(new Set(entries.map(({ question }) => question.id)).size).toBe(entries.length);
  for (const {
    question: { id },
  } of entries)
    expect(page).toMatch(new RegExp(`</summary><section[^>]* id="${id}"`));
});

test('the blog page has no inline style, which the content security policy would block', () => {
  expect(page).not.toMatch(/\sstyle=/);
});

test('an answer is neither a remark nor an essay', () => {
  for (const {
    question: { id },
    answer,
  } of entries) {
    const text = renderToStaticMarkup(answer).replace(/<[^>]+>/g, ' ');
    const words = text.trim().split(/\s+/).length;
    expect(words, id).toBeGreaterThanOrEqual(350);
    expect(words, id).toBeLessThanOrEqual(600);
  }
});

test('the head lists the questions and answers of the page for search engines', () => {
  const { path, forPrograms } = blogHead('https://shop.example');
  expect(path).toBe(paths.blog());
  const [faq, breadcrumbs] = forPrograms?.statements ?? [];
  expect(faq).toEqual({
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question: { question, teaser } }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: teaser },
    })),
  });
  for (const {
    question: { teaser },
  } of entries)
    expect(page).toContain(`>${teaser}</p>`);
  expect(breadcrumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: 'https://shop.example/' },
      { position: 2, item: 'https://shop.example/blog' },
    ],
  });
});
