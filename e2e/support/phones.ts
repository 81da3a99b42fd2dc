import { type Browser, expect, type Page } from '@playwright/test';
import { flushMessages, recordErrors } from './browser-errors.ts';
import { openPage } from './open-page.ts';
import { signIn } from './sign-in.ts';
import { testServer } from './test-server.ts';
import { recordToasts } from './toasts.ts';

/** The width of a common phone, in pixels. */
const viewport = { width: 390, height: 844 };

/**
 * Opens a page as two people on a phone each, and closes both afterwards. Errors of either browser fail the test, except
 * those that `expected` matches.
 */
export async function onTwoPhones(
  browser: Browser,
  people: readonly [{ email: string; path: string }, { email: string; path: string }],
  story: (one: Page, other: Page) => Promise<void>,
  expected: readonly RegExp[] = [],
): Promise<void> {
  const phones = await Promise.all(people.map((person) => openPhone(browser, person, expected)));
  const [one, other] = phones;
  if (!one || !other) throw new Error('There are two phones');
  try {
    await story(one.page, other.page);
    for (const { context, errors } of phones) {
      await flushMessages(context.pages());
      expect(errors.unexpected(), 'errors of the browser').toEqual([]);
    }
  } finally {
    await Promise.all(phones.map(({ context }) => context.close()));
  }
}

async function openPhone(
  browser: Browser,
  { email, path }: { email: string; path: string },
  expected: readonly RegExp[],
) {
  const { url } = testServer();
  const context = await browser.newContext({ baseURL: url, viewport, hasTouch: true });
  const errors = await recordErrors(context, url);
  await recordToasts(context);
  for (const pattern of expected) errors.expect(pattern);
  await signIn(context, email);
  const page = await context.newPage();
  await openPage(page, path);
  return { context, page, errors };
}
