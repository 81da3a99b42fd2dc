import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { installMissing, missingPackages } from './cluster/packages.mjs';
import { removeHosts } from './cluster/remove-hosts.mjs';
import { describeCluster } from './cluster/report.mjs';
import { installPackages } from './setup/packages.mjs';
import { projectFolder } from './setup/project.mjs';
import { run } from './setup/run.mjs';

/*
 * `npm run test:cluster`: three servers on PostgreSQL under Patroni with etcd, on hosts that are network namespaces of this
 * machine. Debian, as root. `--install` installs what is missing, `--write` adds the figures to bench/results/cluster.md,
 * `--clean` only removes what a test has left that was killed.
 */

const folders = '/tmp/reprise-cluster-';
const options = new Set(process.argv.slice(2));

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  refuse('This test makes network namespaces: run it on Linux as root.');
}
if (options.has('--clean')) {
  removeHosts();
  for (const name of readdirSync('/tmp')) {
    if (join('/tmp', name).startsWith(folders)) rmSync(join('/tmp', name), { recursive: true });
  }
  process.exit(0);
}
if (options.has('--install')) installMissing();
const missing = missingPackages();
if (missing.length > 0) {
  refuse(
    `Missing: ${missing.join(', ')}.\n` +
      'On Debian, `npm run test:cluster -- --install` installs them without starting their services.',
  );
}
if (spawnSync('ip', ['link', 'show', 'reprise0']).status === 0) {
  refuse(
    'The network reprise0 exists: another run of this test is under way, or was killed.\n' +
      'In that case `npm run test:cluster -- --clean` removes it.',
  );
}

const [version] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
const folder = mkdtempSync(folders);
await chmod(folder, 0o755);
// This also runs after Ctrl-C and when the test fails, which end this process with its status.
process.on('exit', () => {
  removeHosts();
  if (process.env.CLUSTER_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
});

await installPackages();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cluster.config.ts'];
await run(process.execPath, vitest, {
  cwd: projectFolder,
  env: {
    ...process.env,
    CLUSTER_FOLDER: folder,
    CLUSTER_BIN_DIR: `/usr/lib/postgresql/${version}/bin`,
  },
});

const report = join(folder, 'report.json');
if (!existsSync(report)) refuse('The test has made no report.');
const text = describeCluster(JSON.parse(readFileSync(report, 'utf8')));
process.stdout.write(`\n${text}`);
if (options.has('--write')) {
  appendFileSync(join(projectFolder, 'bench/results/cluster.md'), `\n${text}`);
}
