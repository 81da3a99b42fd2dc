import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bootHtml } from './boot.ts';

/** What <html> says of itself after the script has run. */
function afterBoot(localStorage: () => Pick<Storage, 'getItem'>): Record<string, string> {
  const dataset: Record<string, string> = {};
  const script = bootHtml.match(/<script>(.*)<\/script>/)?.[1] ?? '';
  const document = {
    documentElement: { dataset },
    querySelectorAll: () => [],
    addEventListener: () => {},
  };
  const browser = { document, atob, window: {} };
  Object.defineProperty(browser, 'localStorage', { get: localStorage });
  runInNewContext(script, browser);
  return dataset;
}

const keeping = (entries: Record<string, string>) => () => ({
  getItem: (key: string) => entries[key] ?? null,
});

/** A token whose claims need the letters that only base64url has. */
function tokenFor(seconds: number): string {
  const claims = { name: '¿¾ÿ?>~', exp: Math.floor(Date.now() / 1_000) + seconds };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
}

describe('the boot script', () => {
  it('the boot script marks whether an access token is stored, so that the right links show from the start', () => {
    expect(afterBoot(keeping({ accessToken: tokenFor(60) }))).toEqual({ session: 'kept' });
    expect(afterBoot(keeping({}))).toEqual({});
  });

  it('the boot script treats an expired or malformed token as none', () => {
    expect(afterBoot(keeping({ accessToken: tokenFor(-1) }))).toEqual({});
    expect(afterBoot(keeping({ accessToken: 'abc' }))).toEqual({});
  });

  it('the boot script applies the stored theme', () => {
    expect(afterBoot(keeping({ theme: 'dark' }))).toEqual({ theme: 'dark' });
  });

  it('the boot script applies the stored view of lists', () => {
    expect(afterBoot(keeping({ view: 'list' }))).toEqual({ view: 'list' });
    expect(afterBoot(keeping({ view: 'grid' }))).toEqual({});
    expect(afterBoot(keeping({ view: 'purple' }))).toEqual({});
  });

  it('the boot script does nothing where the browser blocks storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(afterBoot(forbidden)).toEqual({});
  });

  it('the boot script is one script, in a template that has every marker once and no script of its own', () => {
    expect(bootHtml.match(/<script>/g)).toHaveLength(1);
    const template = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
    for (const marker of ['boot', 'head', 'body', 'state']) {
      expect(template.split(`<!--${marker}-->`)).toHaveLength(2);
    }
    expect(template).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
});
