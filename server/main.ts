import cluster from 'node:cluster';
import { join } from 'node:path';
import { demoPassword } from '#contract/demo-accounts.ts';
import { type Config, readConfig } from './config/config.ts';
import type { LoadedShop } from './core/loaded-shop.ts';
import { createLog } from './core/log.ts';
import { StartupError } from './core/startup-error.ts';
import { endOnSignals } from './database/end-on-signals.ts';
import type { RunningShop, StartedShop } from './startup/start-shop.ts';
import { stopOnSignals } from './startup/stop-on-signals.ts';

async function start(): Promise<void> {
  if (cluster.isWorker) return startAsWorker();
  const opened = endOnSignals();
  const config = readConfig(process.env);
  const shop = config.servers > 1 ? await startProcesses(config) : await startHere(config);
  opened();
  const stopped = () => print(`${shop.name} is closed.`);
  stopOnSignals(shop, { drainSeconds: config.drainSeconds, stopped });
  print(`${shop.name} is open at ${shop.url}`);
  for (const warning of shop.warnings) print(`  - ${warning}`);
  if (config.demo && !config.firebase) print(await listDemoAccounts());
}

// The shop is loaded only where it is served: the primary process of several stays small.
async function startHere(
  config: Config,
  { worker, loaded }: { worker?: number; loaded?: LoadedShop | undefined } = {},
): Promise<StartedShop> {
  const [{ builtPages }, { findProjectFiles }, { startShop }] = await Promise.all([
    import('./http/pages/built-pages.ts'),
    import('./startup/project-files.ts'),
    import('./startup/start-shop.ts'),
  ]);
  const files = findProjectFiles();
  const log = createLog(config.logLevel);
  const pages = await builtPages(files.dist);
  return startShop({
    config,
    log: worker === undefined ? log : log.child({ worker }),
    files,
    pages,
    webFolder: join(files.dist, 'web'),
    isWorker: worker !== undefined,
    loaded,
  });
}

async function startProcesses(config: Config): Promise<RunningShop> {
  const { startWorkers } = await import('./startup/worker-processes.ts');
  return startWorkers({
    config,
    log: createLog(config.logLevel),
    program: import.meta.filename,
    gaveUp: () => process.exit(1),
  });
}

async function startAsWorker(): Promise<void> {
  const { readWorkerOrder, serveAsWorker } = await import('./startup/worker.ts');
  const { number, settings } = readWorkerOrder(process.env.REPRISE_WORKER);
  const config = readConfig({ ...process.env, ...settings });
  await serveAsWorker((loaded) => startHere(config, { worker: number, loaded }));
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
