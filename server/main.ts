import { join } from 'node:path';
import { demoPassword } from '#contract/demo-accounts.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { StartupError } from './core/startup-error.ts';
import { builtPages } from './http/pages/built-pages.ts';
import { findProjectFiles } from './startup/project-files.ts';
import { startShop } from './startup/start-shop.ts';
import { stopOnSignals } from './startup/stop-on-signals.ts';

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const files = findProjectFiles();
  const log = createLog(config.logLevel);
  const pages = await builtPages(files.dist);
  const shop = await startShop({ config, log, files, pages, webFolder: join(files.dist, 'web') });
  const stopped = () => print(`${shop.name} is closed.`);
  stopOnSignals(shop, { drainSeconds: config.drainSeconds, stopped });
  print(`${shop.name} is open at ${shop.url}`);
  for (const warning of shop.warnings) print(`  - ${warning}`);
  if (config.demo && !config.firebase) print(await listDemoAccounts());
}

async function listDemoAccounts(): Promise<string> {
  const { demoPeopleWithAccounts } = await import('../demo/people.ts');
  const accounts = demoPeopleWithAccounts.map(({ email, role, verified }) => {
    return `  ${email.padEnd(24)}${verified ? `verified ${role}` : role}`;
  });
  return `Demo accounts, all with the password ${demoPassword}:\n${accounts.join('\n')}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exit(1);
}
