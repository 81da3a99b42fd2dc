import { test as base, expect } from '@playwright/test';
import { type BrowserErrors, flushMessages, recordErrors } from './browser-errors.ts';
import { signIn } from './sign-in.ts';
import { testServer } from './test-server.ts';
import { recordToasts } from './toasts.ts';

export { expectAccessible, expectAccessibleInAllAppearances } from './accessibility.ts';
export { expect };

interface Fixtures {
  /** Declares an error that the browser will report; any other one fails the test. */
  expectConsole: BrowserErrors['expect'];
  /** Signs the user with this email in, from the next page load on. */
  signInAs: (email: string) => Promise<void>;
  browserErrors: BrowserErrors;
}

/** Playwright's test, with the server of this run, which fails on errors of the browser that it has not declared. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => use(testServer().url),
  browserErrors: [
    async ({ context }, use) => {
      const errors = await recordErrors(context, testServer().url);
      await recordToasts(context);
      await use(errors);
      await flushMessages(context.pages());
      expect(errors.unexpected(), 'errors of the browser').toEqual([]);
    },
    { auto: true },
  ],
  expectConsole: async ({ browserErrors }, use) => use(browserErrors.expect),
  signInAs: async ({ context }, use) => use((email) => signIn(context, email)),
});
