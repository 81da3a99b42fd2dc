import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');

/** One import in a file of that name, and what biome.json has to say about it. */
const imports: [file: string, specifier: string, message: string | undefined][] = [
  ['contract/a.ts', 'zod', undefined],
  ['contract/b.ts', 'node:fs', 'The contract is pure'],
  ['server/core/a.ts', '../database/connection.ts', 'server/core imports nothing else'],
  ['server/config/a.ts', '../providers/mail/port.ts', 'server/config imports only'],
  ['server/database/schema/a.ts', '../../features/users/users.ts', 'server/database imports only'],
  ['server/providers/mail/smtp.ts', './port.ts', undefined],
  ['server/providers/mail/a.ts', '../cards/port.ts', 'An adapter imports its port'],
  ['server/providers/cards/stripe/a.ts', '../../mail/port.ts', 'An adapter imports its port'],
  ['server/providers/mail/port.ts', './smtp.ts', 'A port imports only'],
  ['server/features/bookings/a.ts', '../products/read-products.ts', undefined],
  ['server/features/payments/a.ts', '../ledger/write-ledger.ts', undefined],
  ['server/features/after-sale/a.ts', '../payments/refund-payment.ts', undefined],
  ['server/features/payments/b.ts', '../after-sale/cancel-sale.ts', 'only features before it'],
  ['server/features/ledger/a.ts', '../users/find-user.ts', 'only features before it'],
  ['server/features/moderation/a.ts', '../reviews/publish-reviews.ts', undefined],
  ['server/features/reviews/a.ts', '../moderation/effects.ts', 'only features before it'],
  ['server/features/users/a.ts', '../bookings/book-item.ts', 'only features before it'],
  ['server/features/users/b.ts', '../../workflows/remove-user.ts', 'only features before it'],
  ['server/features/users/c.ts', '../../providers/mail/smtp.ts', 'only features before it'],
  ['server/features/users/d.ts', './routes.ts', 'no routes'],
  ['server/features/search/words/a.ts', '../../products/product-row.ts', undefined],
  ['server/features/search/words/b.ts', '../matching/search-plan.ts', 'never up'],
  ['server/features/search/matching/a.ts', '../words/parse-words.ts', undefined],
  ['server/features/search/matching/b.ts', '../results/cache-tags.ts', 'never up'],
  ['server/features/search/results/a.ts', '../matching/search-plan.ts', undefined],
  ['server/features/search/results/b.ts', '../routes.ts', 'never up'],
  ['server/features/search/results/c.ts', '../../saved-searches/save-search.ts', 'features before'],
  ['server/features/users/routes.ts', '../../workflows/remove-user.ts', 'server/workflows/routes'],
  ['server/workflows/routes.ts', '../features/users/routes.ts', 'The routes of workflows'],
  ['server/features/images/routes.ts', '../users/routes.ts', 'Routes import'],
  ['server/features/products/routes.ts', '../../config/config.ts', 'Routes import'],
  ['server/workflows/a.ts', '../http/api/paging.ts', 'A workflow imports'],
  ['server/workflows/b.ts', '../features/users/routes.ts', 'A workflow imports'],
  ['server/jobs/a.ts', '../providers/mail/smtp.ts', 'Jobs import'],
  ['server/http/api/a.ts', '../../features/users/users.ts', 'server/http knows no feature'],
  ['server/app.ts', './providers/mail/smtp.ts', 'Only server/startup and tests choose'],
  ['server/startup/a.ts', '../testing/people.ts', 'nor what is made for tests'],
  ['server/main.ts', '../web/main.tsx', 'The server never imports the web'],
  ['server/testing/a.ts', '../../contract/users.ts', '#contract/'],
  ['server/app.test.ts', './providers/mail/smtp.ts', undefined],
  ['demo/a.ts', '../server/providers/mail/smtp.ts', 'The demo fills the shop'],
  ['web/ui/a.ts', '../api/client.ts', 'web/ui is the design system'],
  ['web/api/a.ts', '../identity/port.ts', 'web/api imports only'],
  ['web/api/b.ts', '../browser-storage.ts', undefined],
  ['web/ui/b.ts', '../browser-storage.ts', undefined],
  ['web/identity/a.ts', '../frame/AppLayout.tsx', 'web/cards and web/identity import'],
  ['web/hydration/a.ts', '../frame/AppLayout.tsx', 'web/hydration imports only'],
  ['web/frame/a.ts', '../features/users/Sessions.tsx', 'of a feature it imports only queries.ts'],
  ['web/routing/a.ts', '../features/home/HomePage.tsx', 'web/routing knows no page'],
  ['web/features/products/Card.tsx', '../wishlist/WishlistHeart.tsx', 'Only pages'],
  ['web/features/products/gallery/A.tsx', '../../wishlist/WishlistHeart.tsx', 'Only pages'],
  ['web/features/home/SellerPromo.tsx', './HomePage.tsx', 'Only pages'],
  ['web/features/users/Sessions.tsx', '../../frame/LogoutProvider.tsx', 'know frame and routing'],
  ['web/features/users/queries.ts', '../../routing/page-definition.ts', 'know frame and routing'],
  ['web/features/products/gallery/B.tsx', '../../../routing/head.ts', 'know frame and routing'],
  ['web/features/products/product-heads.ts', '../../routing/head.ts', undefined],
  ['web/features/blog/blog-head.ts', '../../routing/page-route.tsx', 'The head of a page'],
  ['web/features/home/HomePage.tsx', '../products/ProductCard.tsx', undefined],
  ['web/features/users/ProfilePage.tsx', '../../frame/LogoutProvider.tsx', undefined],
  ['web/features/blog/BlogPage.tsx', '../home/HomePage.tsx', 'no other page'],
  ['web/features/blog/a.ts', '../../../server/app.ts', 'Only pages'],
  ['web/main.tsx', '../server/app.ts', 'The web never imports the server'],
  ['web/api/a.test.ts', '../../server/app.ts', 'never import the server'],
];

it('the linter refuses an import against the order of the layers, a cycle, process.env, a spread literal and Drizzle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-lint-'));
  const write = async (file: string, source: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  };
  const rules = ['literal-spread', 'drizzle-import'].map((name) => `scripts/lint/${name}.grit`);
  for (const file of ['biome.json', '.gitignore', ...rules])
    await cp(join(project, file), join(folder, file));
  for (const [file, specifier] of imports) await write(file, `import '${specifier}';\n`);
  await write('web/ui/cycle-a.ts', "import './cycle-b.ts';\n");
  await write('web/ui/cycle-b.ts', "import './cycle-a.ts';\n");
  await write('server/core/env.ts', 'export const port = process.env.PORT;\n');
  const drizzled = ['features/users', 'database/schema', 'providers/identity/embedded'];
  for (const place of drizzled)
    await write(`server/${place}/drizzle.ts`, "import 'drizzle-orm';\n");
  await write('web/ui/spread.ts', 'export const size = { ...{ width: 1 }, height: 2 };\n');

  const found = await lint(folder);
  await rm(folder, { recursive: true });
  const restricted = found.filter(({ rule }) => rule === 'noRestrictedImports');
  for (const [file, specifier, message] of imports) {
    const messages = restricted.filter(({ path }) => path === file).map((each) => each.message);
    const expected = message === undefined ? [] : [expect.stringContaining(message)];
    expect(messages, `${file} imports ${specifier}`).toEqual(expected);
  }
  const rulesAt = (path: string) =>
    found.filter((each) => each.path === path).map((each) => each.rule);
  expect(rulesAt('web/ui/cycle-a.ts')).toEqual(['noImportCycles']);
  expect(rulesAt('server/core/env.ts')).toEqual(['noProcessEnv']);
  expect(rulesAt('web/ui/spread.ts')).toEqual(['plugin']);
  const refused = drizzled.filter((place) => rulesAt(`server/${place}/drizzle.ts`).length > 0);
  expect(refused).toEqual(['features/users']);
});

/** Biome exits with 1 when it finds something, so only its output counts. */
function lint(folder: string): Promise<{ path: string; rule: string; message: string }[]> {
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(process.execPath, [biome, ...options], { cwd: folder }, (_error, output) => {
      const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(output);
      resolve(
        diagnostics.map(({ category, location, message }) => ({
          path: location.path,
          rule: category.split('/').at(-1) ?? '',
          message,
        })),
      );
    });
  });
}

interface Diagnostic {
  category: string;
  message: string;
  location: { path: string };
}
