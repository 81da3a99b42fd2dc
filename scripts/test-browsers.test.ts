import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('test-browsers.mjs', import.meta.url));

/** Runs the script on a machine that seems to have no programs. */
function runWithoutBrowsers(...args: string[]) {
  const env = { ...process.env, PATH: '/nonexistent' };
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

describe('npm run test:browsers without the browsers', () => {
  it('a missing engine counts as a failure, with the packages to install', () => {
    const { status, stdout, lastLine } = runWithoutBrowsers();
    expect(stdout).toContain(
      'apt-get install chromium chromium-driver firefox-esr webkit2gtk-driver xvfb',
    );
    expect(lastLine).toBe('0 passed, 3 failed');
    expect(status).toBe(1);
  });

  it('only the engines that are named are required', () => {
    const { status, stdout, lastLine } = runWithoutBrowsers('--engine', 'firefox');
    expect(stdout).toContain('apt-get install firefox-esr\n');
    expect(lastLine).toBe('0 passed, 1 failed');
    expect(status).toBe(1);
  });

  it('an unknown engine is refused', () => {
    const { status, stdout, lastLine } = runWithoutBrowsers('--engine', 'trident');
    expect(stdout).toContain('There is no engine trident');
    expect(lastLine).toBe('0 passed, 1 failed');
    expect(status).toBe(1);
  });
});
