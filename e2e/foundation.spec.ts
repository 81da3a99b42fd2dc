import type { Browser } from '@playwright/test';
import { runningShop } from './support/open-shop.ts';
import { axe, expect, test } from './support/test.ts';
import { hearOut, watchContext } from './support/watch.ts';

test('the shop is alive and ready', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('a page says which scripts may run, and no inline script that it does not know', async ({
  request,
}) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*(;|$)/);
  expect(policy).not.toContain('unsafe');
});

test('an address with a broken escape is a page that is not there', async ({ request }) => {
  const reply = await request.get('/products/%');
  expect(reply.status()).toBe(404);
  expect(reply.headers()['content-type']).toContain('text/html');
  expect(reply.headers()['content-security-policy']).toContain("default-src 'none'");
});

test('a signed-in user is known on every page', async ({ page, signInAs }) => {
  await signInAs('buyer@reprise.test');
  await page.goto('/');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const category = '/api/category/Brass';
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.get(category, { headers })).status()).toBe(200);
  expect((await page.request.get(category)).status()).toBe(401);
});

test.describe('the guards of the browser tests', () => {
  test('hear what is written to the console', async ({ browser }) => {
    const complaints = await complaintsAbout(
      browser,
      "console.error('a made-up error'); console.warn('a made-up warning'); console.info('just so')",
    );
    expect(complaints).toEqual([
      'console.error: a made-up error',
      'console.warning: a made-up warning',
    ]);
  });

  test('hear an exception that nobody catches', async ({ browser }) => {
    const complaints = await complaintsAbout(browser, () => {
      setTimeout(() => {
        throw new Error('a made-up exception');
      });
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(complaints.join()).toContain('a made-up exception');
  });

  test('hear a script that the policy keeps out', async ({ browser }) => {
    const complaints = await complaintsAbout(browser, () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
    });
    expect(complaints.join()).toContain('policy violated: script-src-elem blocked inline');
  });

  test('hear a request to the shop that fails', async ({ browser }) => {
    const complaints = await complaintsAbout(browser, async () => {
      await fetch('/api/made-up');
    });
    expect(complaints.join()).toContain('404');
  });

  test('hear an expectation that nothing meets', async ({ context }) => {
    const watch = await watchContext(await otherContext(context.browser()), runningShop().url);
    watch.expectConsole(/never said/);
    expect(watch.complaints()).toEqual(['expected and never heard: /never said/']);
  });

  test('let pass what a test has declared', async ({ page, expectConsole }) => {
    expectConsole(/made-up/);
    await page.goto('/');
    await page.evaluate("console.error('a made-up error')");
  });

  // The same without the declaration: the fixture, and not the test's own words, must fail it.
  test.fail('fail a test on whose page something was complained of', async ({ page }) => {
    await page.goto('/');
    await page.evaluate("console.error('a made-up error')");
  });

  test('find what keeps people out, under the strict policy too', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => {
      document.body.append(document.createElement('button'));
    });
    await expect(axe(page)).rejects.toThrow('button-name');
  });
});

/** What a watch on a page of the shop has to say after something ran in it. */
async function complaintsAbout(
  browser: Browser,
  deed: string | (() => unknown),
): Promise<string[]> {
  const context = await otherContext(browser);
  const watch = await watchContext(context, runningShop().url);
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(deed);
  await hearOut([page]);
  const complaints = watch.complaints();
  await context.close();
  return complaints;
}

/** A context without the fixture's guards. */
async function otherContext(browser: Browser | null) {
  if (!browser) throw new Error('The context has no browser');
  return browser.newContext({ baseURL: runningShop().url });
}
