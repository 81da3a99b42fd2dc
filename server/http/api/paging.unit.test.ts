import { expect, it } from 'vitest';
import { nextPageLink } from './paging.ts';

it.each(['//', '//elsewhere.example/x', '/?a=1'])('a list that %s shows has a next part', (url) => {
  expect(nextPageLink(url, 'last').link).toMatch(/^<\/.*[?&]cursor=last>; rel="next"$/);
});
