import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');

it('the linter refuses an import cycle, process.env, a spread literal and Drizzle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-lint-'));
  const write = async (file: string, source: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  };
  const rules = ['literal-spread', 'drizzle-import'].map((name) => `scripts/lint/${name}.grit`);
  for (const file of ['biome.json', '.gitignore', ...rules])
    await cp(join(project, file), join(folder, file));
  await write('web/ui/cycle-a.ts', "import './cycle-b.ts';\n");
  await write('web/ui/cycle-b.ts', "import './cycle-a.ts';\n");
  await write('server/core/env.ts', 'export const port = process.env.PORT;\n');
  const drizzled = ['features/users', 'database/schema', 'providers/identity/embedded'];
  for (const place of drizzled)
    await write(`server/${place}/drizzle.ts`, "import 'drizzle-orm';\n");
  await write('web/ui/spread.ts', 'export const size = { ...{ width: 1 }, height: 2 };\n');

  const found = await lint(folder);
  await rm(folder, { recursive: true });
  const rulesAt = (path: string) =>
    found.filter((each) => each.path === path).map((each) => each.rule);
  expect(rulesAt('web/ui/cycle-a.ts')).toEqual(['noImportCycles']);
  expect(rulesAt('server/core/env.ts')).toEqual(['noProcessEnv']);
  expect(rulesAt('web/ui/spread.ts')).toEqual(['plugin']);
  const refused = drizzled.filter((place) => rulesAt(`server/${place}/drizzle.ts`).length > 0);
  expect(refused).toEqual(['features/users']);
});

/** Biome exits with 1 when it finds something, so only its output counts. */
function lint(folder: string): Promise<{ path: string; rule: string }[]> {
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(process.execPath, [biome, ...options], { cwd: folder }, (_error, output) => {
      const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(output);
      resolve(
        diagnostics.map(({ category, location }) => ({
          path: location.path,
          rule: category.split('/').at(-1) ?? '',
        })),
      );
    });
  });
}

interface Diagnostic {
  category: string;
  location: { path: string };
}
