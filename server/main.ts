import cluster from 'node:cluster';
import { join } from 'node:path';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { type Config, readConfig } from './config/config.ts';
import type { LoadedShop } from './core/loaded-shop.ts';
import { createLog } from './core/log.ts';
import { StartupError } from './core/startup-error.ts';
import { endOnSignals } from './database/end-on-signals.ts';
import type { RunningShop, StartedShop } from './startup/start-shop.ts';
import { stopOnSignals } from './startup/stop-on-signals.ts';

/** A supervisor stores what the process prints, and `jq` reads it: in production every line is JSON. */
const isProduction = process.env.NODE_ENV?.trim() === 'production';
/** This logs what is said whatever LOG_LEVEL is. */
const ownLog = createLog('info');

async function start(): Promise<void> {
  if (cluster.isWorker) return startAsWorker();
  const opened = endOnSignals();
  const config = readConfig(process.env);
  const shop = config.servers > 1 ? await startProcesses(config) : await startHere(config);
  opened();
  const stopped = () => tell(`${shop.name} is closed.`);
  stopOnSignals(shop, { drainSeconds: config.drainSeconds, stopped });
  tell(`${shop.name} is open at ${shop.url}${isProduction ? ' in production' : ''}`);
  for (const warning of shop.warnings) tell(`  - ${warning}`, 'warn');
  if (config.demo && !config.firebase) tell(await listDemoAccounts());
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

/** @param text begins with a dash in a list, which a line of JSON needs not */
function tell(text: string, level: 'info' | 'warn' = 'info'): void {
  if (isProduction) ownLog[level](text.replace(/^ +- /, ''));
  else process.stdout.write(`${text}\n`);
}

if (isProduction) {
  // Node prints both as text, over several lines.
  process.removeAllListeners('warning');
  process.on('warning', (err) => ownLog.warn({ err }, 'Node warns'));
  process.on('uncaughtException', (err) => {
    ownLog.fatal({ err }, 'The process ends because of an error that nobody handles');
    process.exit(1);
  });
}
try {
  await start();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  const { message, remedy } = error;
  if (isProduction) ownLog.fatal({ remedy }, message);
  else process.stderr.write(`\n${message}\n${remedy}\n\n`);
  process.exit(1);
}
