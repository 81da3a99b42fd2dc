import { dehydrate, QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../api/failures.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { firstPage, readPageState, takeReads } from './first-page.ts';
import { ChunkFailure, lazyPage } from './lazy-page.ts';
import { pageRoute } from './page-route.tsx';

const Blog = () => <h1>Blog</h1>;

function routes(importPage: () => Promise<typeof Blog>) {
  const plan = {
    path: '/blog',
    page: lazyPage('features/blog/BlogPage.tsx', importPage),
    head: () => null,
  };
  return [
    pageRoute(plan, {
      queryClient: new QueryClient(),
      firstDataTimeoutMs: 0,
      signedInAs: () => null,
      isReturning: () => false,
      language: 'en',
    }),
  ];
}

describe('the first page in the browser', () => {
  it('the first page continues where the server stopped, without reading again', async () => {
    const first = await firstPage(
      routes(async () => Blog),
      { pathname: '/blog' },
      null,
    );
    expect(first).toEqual({
      hydrationData: { loaderData: { 'features/blog/BlogPage.tsx': null } },
      isAsRendered: true,
    });
  });

  it('the first page shows the failure when its script fails to load', async () => {
    const failing = routes(async () => Promise.reject(new TypeError('Failed to fetch')));
    const first = await firstPage(failing, { pathname: '/blog' }, null);
    expect(first.isAsRendered).toBe(false);
    expect(failing[0]?.element).toMatchObject({
      type: ErrorPage,
      props: { failure: expect.any(ChunkFailure) },
    });
  });

  it('a failed script is not requested again', async () => {
    const importPage = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
    const failing = routes(importPage);
    const { hydrationData } = await firstPage(failing, { pathname: '/blog' }, null);
    const router = createMemoryRouter(failing, { hydrationData, initialEntries: ['/blog'] });
    expect(router.state.initialized).toBe(true);
    await router.navigate('/blog');
    expect(importPage).toHaveBeenCalledTimes(1);
    router.dispose();
  });

  it('the first page shows what the server was refused, and can be retried', async () => {
    const refusal = { routeId: 'features/blog/BlogPage.tsx', status: 503, detail: 'Closed' };
    const refused = routes(async () => Blog);
    const first = await firstPage(refused, { pathname: '/blog' }, refusal);
    const router = createMemoryRouter(refused, {
      hydrationData: first.hydrationData,
      initialEntries: ['/blog'],
    });
    expect(router.state.initialized).toBe(true);
    await router.revalidate();
    expect(router.state.errors).toBeNull();
    router.dispose();
    const failure = first.hydrationData.errors?.['features/blog/BlogPage.tsx'];
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ status: 503, message: 'Closed' });
    expect(first.isAsRendered).toBe(true);
  });
});

describe('the state of the page', () => {
  it('the state of the page is read from its element, and null when there is none', () => {
    const holding = (textContent: string | null) => ({
      getElementById: (id: string) =>
        id === 'state' && textContent !== null ? ({ textContent } as HTMLElement) : null,
    });
    expect(readPageState(holding('{"failure":null}'))).toEqual({ failure: null });
    expect(readPageState(holding('null'))).toBeNull();
    expect(readPageState(holding(''))).toBeNull();
    expect(readPageState(holding(null))).toBeNull();
  });
});

describe('the server’s reads', () => {
  function readLongAgo() {
    const server = new QueryClient();
    server.setQueryData(['products'], [1], { updatedAt: 1_000 });
    return dehydrate(server);
  }

  it('the server’s reads are as fresh as the page, however long the page was cached', () => {
    const browser = new QueryClient();
    const before = Date.now();
    takeReads(browser, readLongAgo(), false);
    expect(browser.getQueryData(['products'])).toEqual([1]);
    expect(browser.getQueryState(['products'])?.dataUpdatedAt).toBeGreaterThanOrEqual(before);
    expect(browser.getQueryState(['products'])?.isInvalidated).toBe(false);
    browser.clear();
  });

  it('the server’s reads are refetched for a signed-in user, because the server read as a guest', () => {
    const browser = new QueryClient();
    takeReads(browser, readLongAgo(), true);
    expect(browser.getQueryState(['products'])?.isInvalidated).toBe(true);
    browser.clear();
  });
});
