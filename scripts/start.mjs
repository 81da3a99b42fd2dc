import { existsSync, readFileSync } from 'node:fs';
import { buildIfChanged } from './setup/build.mjs';

stopWithNpm();
await buildIfChanged();
if (existsSync('.env')) process.loadEnvFile('.env');
process.setSourceMapsEnabled(true);
// The server runs in this process, so that a signal to it is a signal to the server.
await import(new URL('../dist/server/main.js', import.meta.url).href);

/**
 * Between npm and this process there may be a shell that passes no signals on: SIGTERM to `npm start` would end both and
 * leave the server running. So the end of the parent process counts as SIGTERM.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  // A process whose parent ended while Node was loaded has the first one of the system, which is npm only in a container.
  const isGone = parent === 1 && !/npm|yarn|bun|sh\b/.test(commandOfFirstProcess());
  const watch = setInterval(() => {
    if (process.ppid === parent && !isGone) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      // A second signal would cut short the stop that the first one began.
      clearInterval(watch);
      if (process.listenerCount(signal) > 1) return;
      // There is no handler of signals yet, so this listener would only keep the process from ending.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  }
}

function commandOfFirstProcess() {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8');
  } catch {
    return '';
  }
}
