import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['README.md', 'docs/operators/production.md'])(
  'the container in %s trusts one proxy, and only this machine reaches its port',
  (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const commands = text.match(/^docker run(.*\\\n)*.*$/gm) ?? [];
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      expect(command).toMatch(/-p 127\.0\.0\.1:\d+:\d+/);
      expect(command).toMatch(/TRUST_PROXY=\d+\.\d+\.\d+\.\d+ /);
    }
  },
);
