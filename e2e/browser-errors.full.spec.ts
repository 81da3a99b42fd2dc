import type { Browser } from '@playwright/test';
import { flushMessages, recordErrors } from './support/browser-errors.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

/* Tests of the browser tests' own checks. */

test.describe(() => {
  test('the recorder of browser errors records errors and warnings on the console', async ({
    browser,
  }) => {
    const errors = await errorsAfter(
      browser,
      "console.error('a made-up error'); console.warn('a made-up warning'); console.info('no')",
    );
    expect(errors).toEqual([
      'console.error: a made-up error',
      'console.warning: a made-up warning',
    ]);
  });

  test('the recorder of browser errors records an uncaught exception', async ({ browser }) => {
    const errors = await errorsAfter(browser, () => {
      setTimeout(() => {
        throw new Error('a made-up exception');
      });
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(errors.join()).toContain('a made-up exception');
  });

  test('the recorder of browser errors records a script that the policy blocks', async ({
    browser,
  }) => {
    const errors = await errorsAfter(browser, () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
    });
    expect(errors.join()).toContain('policy violated: script-src-elem blocked inline');
  });

  test('the recorder of browser errors records a failed request to the server', async ({
    browser,
  }) => {
    const errors = await errorsAfter(browser, async () => {
      await fetch('/api/made-up');
    });
    expect(errors.join()).toContain('404');
  });

  test('the recorder of browser errors records an expectation that no error met', async ({
    browser,
  }) => {
    const context = await plainContext(browser);
    const errors = await recordErrors(context, testServer().url);
    errors.expect(/never said/);
    expect(errors.unexpected()).toEqual(['expected and not reported: /never said/']);
    await context.close();
  });
});

test.describe(() => {
  test('a test passes with an error that it declared', async ({ page, expectConsole }) => {
    expectConsole(/made-up/);
    await page.goto('/');
    await page.evaluate("console.error('a made-up error')");
  });

  // The same without the declaration: the fixture must fail it.
  test.fail('a test fails with an error that it did not declare', async ({ page }) => {
    await page.goto('/');
    await page.evaluate("console.error('a made-up error')");
  });

  test('a test finds violations of accessibility rules under the strict policy', async ({
    page,
  }) => {
    await page.goto('/');
    await page.evaluate(() => {
      document.body.append(document.createElement('button'));
    });
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  });
});

/** The recorded errors after a script ran in a page of the server. */
async function errorsAfter(browser: Browser, script: string | (() => unknown)): Promise<string[]> {
  const context = await plainContext(browser);
  const errors = await recordErrors(context, testServer().url);
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(script);
  await flushMessages([page]);
  const unexpected = errors.unexpected();
  await context.close();
  return unexpected;
}

/** A context whose errors do not fail the test. */
function plainContext(browser: Browser) {
  return browser.newContext({ baseURL: testServer().url });
}
