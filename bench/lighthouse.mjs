import { parseArgs } from 'node:util';
import { audit, lighthouseVersion } from './lighthouse/audit.mjs';
import { browserCommand } from './lighthouse/browser-command.mjs';
import { asMarkdown, asText } from './lighthouse/report.mjs';
import { setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Runs Lighthouse on the built shop with its profile of a mid-range phone on a slow network.
 * `node bench/lighthouse.mjs [--runs 5] [--page login] [--keep folder]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Only this page; nothing is written then. */
    page: { type: 'string' },
    /** Folder for Lighthouse's own reports. */
    keep: { type: 'string' },
  },
});
const runs = Number(values.runs);

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const { chooseBrowser } = await modules.load('e2e/support/browser.ts');
  const browser = await browserCommand(await chooseBrowser());
  closers.push(browser.forget);
  const found = setting(['react', 'vite']);
  const shop = await startShop({ DEMO: '1' });
  closers.push(shop.stop);
  const pages = [
    { name: 'Home', path: '/' },
    { name: 'A product', path: await aProduct(shop.url) },
    { name: 'Login', path: '/login' },
    { name: 'Register', path: '/register' },
    { name: 'Blog', path: '/blog' },
    // With words it asks search engines not to list it.
    { name: 'Search', path: '/search' },
  ].filter(({ name }) => !values.page || name.toLowerCase().includes(values.page.toLowerCase()));
  const outcomes = [];
  for (const page of pages) {
    const outcome = await audit({
      ...page,
      url: shop.url + page.path,
      runs,
      browser,
      keep: values.keep,
    });
    say(asText(outcome));
    outcomes.push(outcome);
  }
  if (!values.page) {
    const text = asMarkdown({
      setting: found,
      lighthouse: lighthouseVersion,
      browser: browser.version,
      runs,
      outcomes,
    });
    await writeResult('lighthouse.md', text);
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/**
 * The newest of the advertised products: the page that the home page leads to first.
 * @param {string} shopUrl
 */
async function aProduct(shopUrl) {
  const answer = await fetch(`${shopUrl}/api/products?status=advertise`);
  const [first] = /** @type {{ _id: string }[]} */ (await answer.json());
  if (!first) throw new Error('The demo catalogue has nothing advertised');
  return `/products/${first._id}`;
}
