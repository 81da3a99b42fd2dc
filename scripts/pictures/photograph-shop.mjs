import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';
import { withinWeight } from './compress.mjs';
import { wholePage } from './whole-page.mjs';

/** @import { Browser, BrowserContext, LaunchOptions, Page } from '@playwright/test' */

/**
 * What is photographed. `path` may ask the page for an address that only the running shop knows.
 * @type {readonly { name: string, path: string | ((page: Page) => Promise<string>), isGuarded?: boolean }[]}
 */
const subjects = [
  { name: 'home', path: '/' },
  { name: 'product', path: firstInTheWindow },
  { name: 'category', path: '/category/Brass', isGuarded: true },
  { name: 'blog', path: '/blog#unit-tests' },
  { name: 'login', path: '/login' },
  { name: 'not-found', path: '/not-here' },
  { name: 'about', path: '/about' },
];
const heights = { 390: 844, 1280: 900 };
const themes = /** @type {const} */ (['light', 'dark']);

/**
 * Starts the built shop, takes every picture of it and stops it.
 * @param {string} root of the project
 * @param {string} folder for the pictures
 */
export async function photographShop(root, folder) {
  const tests = await testSupport(root);
  const closeShop = await tests.startShop();
  try {
    const browser = await chromium.launch(await tests.chooseBrowser());
    for (const theme of themes) {
      for (const [width, height] of Object.entries(heights)) {
        const view = { theme, width: Number(width), height };
        await photographAll(browser, view, { folder, signIn: tests.signIn });
      }
    }
    await browser.close();
  } finally {
    await closeShop();
  }
}

/**
 * @param {Browser} browser
 * @param {{ theme: 'light' | 'dark', width: number, height: number }} view
 * @param {{ folder: string, signIn: (context: BrowserContext, email: string) => Promise<void> }} around
 */
async function photographAll(browser, { theme, width, height }, { folder, signIn }) {
  for (const { name, path, isGuarded } of subjects) {
    const context = await browser.newContext({
      baseURL: process.env.E2E_SHOP_URL ?? '',
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    if (isGuarded) await signIn(context, 'buyer@reprise.test');
    const page = await context.newPage();
    await page.goto(typeof path === 'string' ? path : await path(page));
    const file = `${name}-${width}-${theme}.webp`;
    const picture = await withinWeight(await wholePage(page));
    await writeFile(`${folder}/${file}`, picture);
    process.stdout.write(`${file} ${Math.round(picture.length / 1_000)} kB\n`);
    await context.close();
  }
}

/** @param {Page} page */
async function firstInTheWindow(page) {
  await page.goto('/');
  const details = page.getByRole('link', { name: /^see details/ }).first();
  return (await details.getAttribute('href')) ?? '/';
}

/**
 * The browser tests' own means. They are TypeScript, which Node 20 does not read; the bundler does.
 * @param {string} root
 */
async function testSupport(root) {
  /** @param {string} file */
  const load = async (file) => (await runnerImport(`${root}e2e/support/${file}`)).module;
  const { default: startShop } = /** @type {{ default: () => Promise<() => Promise<void>> }} */ (
    await load('open-shop.ts')
  );
  const { chooseBrowser } = /** @type {{ chooseBrowser: () => Promise<LaunchOptions> }} */ (
    await load('browser.ts')
  );
  const { signIn } =
    /** @type {{ signIn: (context: BrowserContext, email: string) => Promise<void> }} */ (
      await load('sign-in.ts')
    );
  return { startShop, chooseBrowser, signIn };
}
