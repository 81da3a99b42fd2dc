import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string) =>
  readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');

describe('deploy/compose.yml', () => {
  const [database = '', shop = '', proxy = ''] = read('compose.yml')
    .split(/^ {2}(?=database:|shop:|proxy:)/m)
    .slice(1, 4);

  it('the compose file trusts only the proxy’s address and publishes only the proxy’s ports', () => {
    const [, trusted] = /TRUST_PROXY: (\S+)/.exec(shop) ?? [];
    expect(trusted).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(proxy).toContain(`ipv4_address: ${trusted}`);
    expect(proxy).toContain('ports:');
    expect(shop + database).not.toContain('ports:');
  });

  it('the compose file runs the shop under an init process and gives it time to stop', () => {
    expect(shop).toContain('init: true');
    expect(Number(/stop_grace_period: (\d+)s/.exec(shop)?.[1])).toBeGreaterThan(20);
  });

  it('the compose file contains no password', () => {
    expect(database).toMatch(/POSTGRES_PASSWORD: \$\{DATABASE_PASSWORD:\?/);
    expect(read('compose.env.example')).toMatch(/^DATABASE_PASSWORD=$/m);
  });
});

describe('deploy/systemd/reprise.service', () => {
  const unit = read('systemd/reprise.service');

  it('the systemd service restarts after any number of failed starts, so that the database may be away at boot', () => {
    expect(unit).toMatch(/^Restart=always$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  });

  it('the systemd service gives the shop time to stop', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  });
});

describe('deploy/systemd/reprise-backup.service', () => {
  const [, escaped = ''] =
    /^ExecStart=\/bin\/sh -ec '(.*?)'$/ms.exec(read('systemd/reprise-backup.service')) ?? [];
  const script = escaped.replaceAll('$$', '$').replaceAll('%%', '%');

  /** Runs it with a program in place of Node, which the test says how to behave. */
  function runBackup(node: string): { left: string[]; failed: boolean } {
    const folder = mkdtempSync(join(tmpdir(), 'reprise-backup-'));
    const backups = join(folder, 'backups');
    for (const name of ['old', 'recent']) mkdirSync(join(backups, name), { recursive: true });
    const longAgo = new Date(Date.now() - 16 * 24 * 60 * 60 * 1000);
    utimesSync(join(backups, 'old'), longAgo, longAgo);
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, BACKUPS: backups };
    let failed = false;
    try {
      execFileSync('/bin/sh', ['-ec', script], { env });
    } catch {
      failed = true;
    }
    const left = readdirSync(backups).map((name) => (name.startsWith('2') ? 'new' : name));
    rmSync(folder, { recursive: true });
    return { left: left.sort(), failed };
  }

  it('the backup service makes a backup, verifies it and removes those older than 14 days', () => {
    const node = 'if [ "$3" = --verify ]; then test -d "$4"; else mkdir "$3"; fi';
    expect(runBackup(node)).toEqual({ left: ['new', 'recent'], failed: false });
  });

  it.each(['exit 1', 'if [ "$3" = --verify ]; then exit 1; else mkdir "$3"; fi'])(
    'the backup service removes no backup when the new one failed (%s)',
    (node) => {
      const { left, failed } = runBackup(node);
      expect(left).toEqual(expect.arrayContaining(['old', 'recent']));
      expect(failed).toBe(true);
    },
  );
});

describe('deploy/proxy', () => {
  it.each([
    ['nginx.conf', /client_max_body_size 51m;/],
    ['Caddyfile', /max_size 51MiB/],
  ])('%s lets a ZIP file of listings of the largest size pass', (file, limit) => {
    expect(read(`proxy/${file}`)).toMatch(limit);
  });

  it.each(['nginx.conf', 'Caddyfile', 'haproxy.cfg'])('%s replaces X-Forwarded-For', (file) => {
    const lines = read(`proxy/${file}`).match(/^.*X-Forwarded-For.*$/gm) ?? [];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\$remote_addr;|\{remote_host\}|set-header X-Forwarded-For %\[src\]/);
    expect(lines[0]).not.toContain('proxy_add_x_forwarded_for');
  });
});
