import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts the yardstick in a process of its own.
 * @param {import('./yardstick.mjs').Wanted} wanted
 * @param {string[]} nodeFlags
 */
export async function startYardstick(wanted, nodeFlags) {
  const program = fileURLToPath(new URL('./yardstick.mjs', import.meta.url));
  const child = fork(program, {
    stdio: 'inherit',
    env: { PATH: process.env.PATH ?? '' },
    execArgv: nodeFlags,
  });
  const ended = once(child, 'exit');
  child.send(wanted);
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('The yardstick did not start');
    }),
  ]);
  return {
    url: `http://127.0.0.1:${message.port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
