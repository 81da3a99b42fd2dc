import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { unpackChromium } from './packed-chromium.ts';

const flags = [
  // The browser itself must not use the network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];

/**
 * How to start Chromium on this machine: the one that CHROME_PATH names, else the headless one packed in an npm package
 * (Linux x64), else an installed Chrome or Chromium. The packed one comes first because it is the same version everywhere
 * and an installed one needs twice the processor time: since Chrome 132 it opens a whole window, unseen, for each test.
 * Throws when there is no Chromium; browser tests are never skipped.
 */
export async function chooseBrowser(): Promise<LaunchOptions> {
  const chosen = pathFromEnvironment();
  if (chosen) return installedBrowser(chosen);
  if (canRunPacked()) {
    const { path, environment } = await unpackChromium();
    const env = { ...process.env, ...environment };
    return { executablePath: path, env, args: ['--no-sandbox', '--no-zygote', ...flags] };
  }
  const found = findInstalled();
  if (found) return installedBrowser(found);
  throw new Error(
    'The browser tests need Chrome or Chromium, and none was found on this machine. ' +
      'Install one, or run `npx playwright install chromium`, or set CHROME_PATH.',
  );
}

function installedBrowser(executablePath: string): LaunchOptions {
  // The sandbox of Chromium refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: isRoot ? ['--no-sandbox', ...flags] : flags };
}

function pathFromEnvironment(): string | undefined {
  const path = process.env.CHROME_PATH;
  if (path && !existsSync(path)) throw new Error(`CHROME_PATH is ${path}, which does not exist`);
  return path || undefined;
}

function canRunPacked(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

function findInstalled(): string | undefined {
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
