import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { startShop } from '../startup/start-shop.ts';

/**
 * A program of its own, for tests that kill it: the whole shop with its own PostgreSQL, its sandbox and its chores. Only
 * the pages are plain, because no build is needed then. It prints where it listens.
 */
const [project = '', dataDir = '', tokenSecret = ''] = process.argv.slice(2);

const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: '0',
  RATE_LIMITS: 'off',
  TOKEN_SECRET: tokenSecret,
  LOG_LEVEL: 'silent',
});
const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  render: async () => ({ status: 200, html: '<!doctype html><title>Reprise</title>' }),
};
const files = {
  dist: join(project, 'dist'),
  migrations: join(project, 'server/database/migrations'),
  demoPictures: join(project, 'demo/pictures'),
};

const { url } = await startShop({
  ...{ config, files, pages, webFolder: undefined },
  log: createLog(config.logLevel),
});
process.stdout.write(`${url}\n`);
