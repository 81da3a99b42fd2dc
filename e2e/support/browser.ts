import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { unpackChromium } from './packed-chromium.ts';

/** Nothing that the browser would do on its own account: it has no business outside of the shop. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];
/** Root has no sandbox to put the browser in, and the packed one comes without. */
const unboxed = ['--no-sandbox', '--no-zygote'];

/**
 * How to start a Chromium on this machine: the one of CHROME_PATH, an installed one, or on Linux x64 the one that comes
 * packed from npm. Throws with the ways to get one when there is none: a browser test is never skipped.
 */
export async function chooseBrowser(): Promise<LaunchOptions> {
  const isRoot = process.getuid?.() === 0;
  const executablePath = chosen() ?? installed();
  if (executablePath) return { executablePath, args: isRoot ? [...unboxed, ...quiet] : quiet };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { path, environment } = await unpackChromium();
    const env = { ...process.env, ...environment };
    return { executablePath: path, env, args: [...unboxed, ...quiet] };
  }
  throw new Error(
    'The browser tests need a Chromium, and this machine has none. ' +
      'Install Chrome or Chromium, or run `npx playwright install chromium`, or set CHROME_PATH.',
  );
}

function chosen(): string | undefined {
  const path = process.env.CHROME_PATH;
  if (path && !existsSync(path)) throw new Error(`CHROME_PATH names ${path}, which does not exist`);
  return path || undefined;
}

function installed(): string | undefined {
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [
    chromium.executablePath(),
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? 'C:/Program Files', 'Google/Chrome/Application/chrome.exe'),
  ];
  return places.find((place) => existsSync(place));
}
