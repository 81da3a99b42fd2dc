import { test as base, expect } from '@playwright/test';
import { runningShop } from './open-shop.ts';
import { signIn } from './sign-in.ts';
import { hearOut, type Watch, watchContext } from './watch.ts';

export { axe } from './axe.ts';
export { looks, wear } from './looks.ts';
export { expect };

interface Fixtures {
  /** Declares that the browser will complain in these words; anything else that it complains of fails the test. */
  expectConsole: Watch['expectConsole'];
  /** Signs a user of the shop in, before or after a page was opened. */
  signInAs: (email: string) => Promise<void>;
  watch: Watch;
}

/** Playwright's test at the open shop, where an unexpected complaint of the browser is a failure. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => use(runningShop().url),
  watch: [
    async ({ context }, use) => {
      const watch = await watchContext(context, runningShop().url);
      await use(watch);
      await hearOut(context.pages());
      expect(watch.complaints(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
  expectConsole: async ({ watch }, use) => use(watch.expectConsole),
  signInAs: async ({ context }, use) => use((email) => signIn(context, email)),
});
