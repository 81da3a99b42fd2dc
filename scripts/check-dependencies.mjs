import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAdvisories, judgeLicences } from './dependencies/judge.mjs';
import { projectFolder } from './setup/project.mjs';

/*
 * `npm run audit`, and part of `npm test`: writes what a shop consists of into test-results/sbom.cdx.json (CycloneDX), and
 * fails when a package has a licence that is not allowed or a severe advisory. The registry is asked about advisories; when
 * it does not answer, that is said and is no failure, because the tests need no network.
 */
const file = join(projectFolder, 'test-results/sbom.cdx.json');
const packages = ['--omit=dev', '--package-lock-only'];

const sbom = npm('sbom', ...packages, '--sbom-format', 'cyclonedx');
const { components } = JSON.parse(sbom);
mkdirSync(join(projectFolder, 'test-results'), { recursive: true });
writeFileSync(file, sbom);
const faults = judgeLicences({ components });
print(`${components.length} packages are listed in ${file}.`);

const audit = JSON.parse(npm('audit', ...packages, '--json', '--fetch-retries=0') || '{}');
if (audit.auditReportVersion === undefined) {
  print(`The registry was not asked about advisories: ${audit.message ?? 'no answer'}`);
} else {
  faults.push(...judgeAdvisories(audit, new Date().toISOString().slice(0, 10)));
}
for (const fault of faults) print(fault);
if (faults.length > 0) process.exitCode = 1;

/** @param {string[]} args */
function npm(...args) {
  // npm ends with a status of its own when it finds advisories.
  const { stdout, error } = spawnSync('npm', args, { cwd: projectFolder, encoding: 'utf8' });
  if (error) throw error;
  return stdout;
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
