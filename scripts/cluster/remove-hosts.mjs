import { spawnSync } from 'node:child_process';

/** The names in server/testing/cluster/network.ts begin so: those of hosts, and of the links to them. */
const prefix = 'reprise-';
const cables = 'rp-';
const bridge = 'reprise0';

/** Ends every process on the hosts of the test, by its id, and removes the hosts and their network. */
export function removeHosts() {
  const namespaces = ip(['netns', 'list'])
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
    .filter((name) => name.startsWith(prefix));
  for (const name of namespaces) endProcesses(name);
  // They would go with their hosts, but only some time later.
  for (const [, name = ''] of ip(['-o', 'link']).matchAll(/^\d+: ([\w-]+)@/gm)) {
    if (name.startsWith(cables)) ip(['link', 'del', name]);
  }
  for (const name of namespaces) ip(['netns', 'del', name]);
  ip(['link', 'del', bridge]);
}

/** @param {string} namespace */
function endProcesses(namespace) {
  for (let left = 200; left > 0; left -= 1) {
    const pids = ip(['netns', 'pids', namespace]).split('\n').filter(Boolean);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  process.stderr.write(`Processes of the host ${namespace} do not end.\n`);
}

/** @param {string[]} command */
function ip(command) {
  return spawnSync('ip', command, { encoding: 'utf8' }).stdout ?? '';
}
