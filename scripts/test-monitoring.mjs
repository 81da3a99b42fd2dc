import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './setup/project.mjs';

/*
 * `npm run test:monitoring`: Prometheus' own promtool loads the configuration and the alert rules, runs their tests, and
 * parses every expression of the Grafana dashboard.
 */
const folder = join(projectFolder, 'deploy/monitoring');

if (spawnSync('promtool', ['--version']).error) {
  process.stderr.write(
    'promtool is missing. It comes with Prometheus: on Debian, apt-get install prometheus\n',
  );
  process.exit(1);
}
promtool('check', 'config', join(folder, 'prometheus.yml'));
promtool('test', 'rules', join(folder, 'alerts.test.yml'));
checkDashboard();

/** Promtool does not read dashboards, but it parses the same expressions as recording rules. */
function checkDashboard() {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'));
  /** @type {{ expr: string }[]} */
  const targets = panels.flatMap(
    (/** @type {{ targets?: object[] }} */ panel) => panel.targets ?? [],
  );
  const rules = targets.map(({ expr }, index) => ({
    record: `dashboard:expression:${index}`,
    expr,
  }));
  const place = mkdtempSync(join(tmpdir(), 'reprise-monitoring-'));
  try {
    // JSON is YAML.
    writeFileSync(
      join(place, 'rules.yml'),
      JSON.stringify({ groups: [{ name: 'dashboard', rules }] }),
    );
    promtool('check', 'rules', join(place, 'rules.yml'));
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** @param {string[]} args */
function promtool(...args) {
  execFileSync('promtool', args, { stdio: 'inherit' });
}
