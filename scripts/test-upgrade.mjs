// `npm run test:upgrade -- <ref>`: checks out an earlier version (a tag or a commit) beside this one, builds its server, and
// lets both serve on one database, in turn and together (server/testing/upgrade-in-turn.ts).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './setup/packages.mjs';
import { projectFolder } from './setup/project.mjs';

const [ref] = process.argv.slice(2);
if (!ref) {
  process.stderr.write(
    '\nName the version to upgrade from, a tag or a commit: npm run test:upgrade -- <ref>\n' +
      'A shallow clone does not have it: git fetch --depth 1 origin <ref>\n\n',
  );
  process.exit(1);
}

// 0.1.0 is the first version whose databases are migrated.
const initialSchema = 'server/database/migrations/0000_initial_schema.sql';
const { status: isMissing } = spawnSync('git', ['cat-file', '-e', `${ref}:${initialSchema}`], {
  cwd: projectFolder,
});
if (isMissing !== 0) {
  process.stderr.write(
    `\nThere is no ${initialSchema} in ${ref}, so nothing can be upgraded from it.\n` +
      'It is no commit of this clone, or from before 0.1.0, the first version whose databases are migrated.\n\n',
  );
  process.exit(1);
}

await installPackages();
const parent = mkdtempSync(join(tmpdir(), 'reprise-earlier-'));
const earlier = join(parent, 'reprise');
try {
  git('worktree', 'add', '--quiet', '--detach', earlier, ref);
  const lockFile = (/** @type {string} */ folder) =>
    readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockFile(earlier) === lockFile(projectFolder)) {
    symlinkSync(join(projectFolder, 'node_modules'), join(earlier, 'node_modules'));
  } else {
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
    execFileSync('npm', ['ci', ...options], { cwd: earlier, stdio: 'inherit' });
  }
  const program = join(earlier, 'dist/upgrade/shop-process.js');
  const build = `import { build } from 'vite';
    await build({ root: process.cwd(), configFile: false, logLevel: 'warn',
      build: { ssr: 'server/testing/shop-process.ts', outDir: 'dist/upgrade' } });`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], {
    cwd: earlier,
    stdio: 'inherit',
  });
  // Versions before the first translation have no texts to compile.
  if (existsSync(join(earlier, 'scripts/build/texts.mjs'))) {
    const compile = `import { compileTexts } from './scripts/build/texts.mjs'; await compileTexts();`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', compile], { cwd: earlier });
  }
  const options = ['run', '--config', 'vitest.upgrade.config.ts'];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, EARLIER_PROGRAM: program, EARLIER_PROJECT: earlier },
  });
  process.exitCode = status ?? 1;
} finally {
  git('worktree', 'remove', '--force', earlier);
  rmSync(parent, { recursive: true, force: true });
}

/** @param {string[]} words */
function git(...words) {
  execFileSync('git', words, { cwd: projectFolder, stdio: 'inherit' });
}
