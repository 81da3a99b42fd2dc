import { join } from 'node:path';
import { readConfig } from './config.ts';
import { builtPages } from './http/built-pages.ts';
import { createLog } from './log.ts';
import { projectFiles } from './project-files.ts';
import { type OpenShop, openShop } from './shop.ts';
import { StartFault } from './start-fault.ts';

/** What a stop may take before it is cut short. */
const stopWithinMs = 20_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const files = projectFiles();
  const log = createLog(config.logLevel);
  const pages = await builtPages(files.dist);
  const shop = await openShop({ config, log, files, pages, webFolder: join(files.dist, 'web') });
  stopOnSignals(shop);
  say(`Reprise is open at ${shop.url}`);
  if (config.demo && !config.firebase) say(await demoAccounts());
}

async function demoAccounts(): Promise<string> {
  const { demoAccounts, demoPassword } = await import('../demo/people.ts');
  const accounts = demoAccounts.map(({ email, role, verified }) => {
    return `  ${email.padEnd(24)}${verified ? `verified ${role}` : role}`;
  });
  return `Demo accounts, all with the password ${demoPassword}:\n${accounts.join('\n')}`;
}

function stopOnSignals(shop: OpenShop): void {
  let isStopping = false;
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await shop.close();
    say('Reprise is closed.');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exit(1);
}
