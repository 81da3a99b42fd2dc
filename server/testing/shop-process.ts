import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { startShop } from '../startup/start-shop.ts';

/*
 * A program that tests start and kill: the whole shop with the sandbox and the scheduled jobs, and settings as JSON. Its
 * pages are minimal, so that it needs no build of the web application. It prints the URL at which it listens.
 */
const [project = '', settings = '{}'] = process.argv.slice(2);

const config = readConfig({
  PORT: '0',
  DEMO: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  ...JSON.parse(settings),
});
const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  render: async () => ({ status: 200, html: '<!doctype html><title>Shop</title>' }),
};
const files = {
  dist: join(project, 'dist'),
  migrations: join(project, 'server/database/migrations'),
  demoPictures: join(project, 'demo/pictures'),
};

const { url } = await startShop({
  config,
  files,
  pages,
  webFolder: undefined,
  log: createLog(config.logLevel),
});
process.stdout.write(`${url}\n`);
