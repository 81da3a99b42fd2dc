import { expect, it } from 'vitest';
import { nextPageLink } from './paging.ts';

it.each(['//', '//elsewhere.example/x', '/?a=1'])('a list at %s links to its next page', (url) => {
  expect(nextPageLink(url, 'last').link).toMatch(/^<\/.*[?&]cursor=last>; rel="next"$/);
});
