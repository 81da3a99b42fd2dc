import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

/** Programs and the packages of Debian that bring them. */
const programs = {
  ip: 'iproute2',
  setpriv: 'util-linux',
  etcd: 'etcd-server',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
};

/** Read when a package is installed; 101 forbids it to start its service. */
const policy = '/usr/sbin/policy-rc.d';

/** @returns {string[]} the packages that are not installed */
export function missingPackages() {
  const missing = Object.entries(programs).flatMap(([program, name]) =>
    spawnSync('which', [program]).status === 0 ? [] : [name],
  );
  const server = '/usr/lib/postgresql';
  const hasServer =
    existsSync(server) &&
    readdirSync(server).some((version) => existsSync(`${server}/${version}/bin/postgres`));
  return hasServer ? missing : [...missing, 'postgresql'];
}

/** Installs what is missing, and starts none of the services. */
export function installMissing() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const isOwnPolicy = !existsSync(policy);
  if (isOwnPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = (/** @type {string[]} */ command) =>
    spawnSync('apt-get', command, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt(['update']);
    apt(['install', '--yes', '--no-install-recommends', ...missing]);
  } finally {
    if (isOwnPolicy) rmSync(policy);
  }
}
