import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Moment } from './Moment.tsx';
import { SiteContext } from './site.ts';

test('a date that the server renders is short, in UTC, and says so to readers without scripts', () => {
  const site = { origin: 'https://reprise.test', renderedAtMs: Date.parse('2026-11-26T12:00:00Z') };
  const at = '2026-11-27T11:44:00.000Z';
  const markup = renderToStaticMarkup(
    <SiteContext value={site}>
      <Moment at={at} />
    </SiteContext>,
  );
  expect(markup).toBe(
    `<time dateTime="${at}"><span>Nov 27, 11:44</span><span class="not-noscript:hidden"> UTC</span></time>`,
  );
});
