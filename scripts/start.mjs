import { existsSync } from 'node:fs';
import { buildIfChanged } from './setup/build.mjs';

await buildIfChanged();
if (existsSync('.env')) process.loadEnvFile('.env');
process.setSourceMapsEnabled(true);
stopWithNpm();
// The server runs in this process, so that a signal to it is a signal to the server.
await import(new URL('../dist/server/main.js', import.meta.url).href);

/**
 * Between npm and this process there may be a shell that passes no signals on: SIGTERM to `npm start` would end both and
 * leave the server running. So the end of the parent process counts as SIGTERM.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
  // A second signal would cut short the stop that the first one began.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
