const endings = /** @type {const} */ (['SIGINT', 'SIGTERM']);
const lookEveryMs = 250;

/**
 * Between npm and this process stands a shell. It passes no signal on: who stops `npm start` ends npm and the shell, and
 * the shop would stay open behind their back. So, when started by npm, the end of the parent is a request to stop.
 */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  looking.unref();
  // Asked directly, as by Ctrl+C: asking again would cut short what is already being closed.
  for (const signal of endings) process.once(signal, () => clearInterval(looking));
}
