import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetBuild, needsBuild, rememberBuild } from './freshness.mjs';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'reprise freshness '));
  await put('web/main.tsx', 'pages');
  await put('server/main.ts', 'server');
});
afterEach(() => rm(project, { recursive: true }));

it('a project that was never built needs it', async () => {
  expect(await needsBuild(project)).toBe(true);
});

describe('a built project', () => {
  beforeEach(async () => {
    for (const result of ['web/index.html', 'ssr/entry-server.js', 'server/main.js']) {
      await put(`dist/${result}`, 'built');
    }
    await rememberBuild(project);
  });

  it('does not need it again', async () => {
    expect(await needsBuild(project)).toBe(false);
  });

  it('does not need it for a new date, a test, a picture of the demo or a migration', async () => {
    await utimes(join(project, 'server/main.ts'), 1, 1);
    await put('server/users/users.test.ts', 'test');
    await put('demo/pictures/violin.jpg', 'picture');
    await put('server/database/migrations/0001_more.sql', 'create table');
    expect(await needsBuild(project)).toBe(false);
  });

  it.each([
    ['a changed source', 'server/main.ts'],
    ['a new source', 'web/features/home/HomePage.tsx'],
    ['changed packages', 'package-lock.json'],
    ['another way of building', 'scripts/build/parts.mjs'],
  ])('needs it for %s', async (_, path) => {
    await put(path, 'something new');
    expect(await needsBuild(project)).toBe(true);
  });

  it('needs it for a source that is gone or has another name', async () => {
    await rm(join(project, 'web/main.tsx'));
    expect(await needsBuild(project)).toBe(true);
    await put('web/index.tsx', 'pages');
    expect(await needsBuild(project)).toBe(true);
  });

  it('needs it when a part of the build is gone, or when the last build did not end', async () => {
    await forgetBuild(project);
    expect(await needsBuild(project)).toBe(true);
    await rememberBuild(project);
    await rm(join(project, 'dist/ssr'), { recursive: true });
    expect(await needsBuild(project)).toBe(true);
  });
});

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}
