import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findBreaches, type SourceTree } from './breaches.ts';
import { readSourceTree } from './source-tree.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

it('the project keeps the order of its house', async () => {
  const tree = await readSourceTree(project);
  expect(Object.keys(tree).length).toBeGreaterThan(100);
  expect(findBreaches(tree)).toEqual([]);
});

describe('a made-up project', () => {
  const allowed: Record<string, SourceTree> = {
    'a room that imports one before it': {
      'server/features/bookings/book-item.ts': "import { x } from '../products/products.ts';",
      'server/features/products/list-products.ts': 'export const x = 1;',
    },
    'a page that composes rooms': {
      'web/features/home/HomePage.tsx': "import { Card } from '../products/Card.tsx';",
      'web/products/Card.tsx': 'export const Card = 1;',
    },
    'routes that call a deed, and a deed that crosses rooms': {
      'server/features/products/routes.ts': "import { x } from './withdraw.ts';",
      'server/workflows/withdraw-product.ts': "import { y } from '../bookings/bookings.ts';",
      'server/features/bookings/book-item.ts': 'export const y = 1;',
    },
    'main that chooses an adapter and reads the environment': {
      'server/main.ts': "import { x } from './providers/mail/smtp.ts'; x(process.env);",
      'server/providers/mail/smtp.ts': "import type { Mail } from './port.ts';",
      'server/providers/mail/port.ts': 'export type Mail = 1;',
    },
    'the demo, which goes in through the server': {
      'demo/seed.ts': "import { x } from '../server/users/users.ts';",
      'server/features/users/find-user.ts': "import type { User } from '#contract/users.ts';",
      'contract/users.ts': "import { z } from 'zod';",
    },
    'a test, which imports what it likes on its floor': {
      'server/users/users.test.ts': "import '../providers/mail/smtp.ts'; import '../app.ts';",
    },
  };
  it.each(Object.entries(allowed))('may have %s', (_, tree) => {
    expect(findBreaches(tree)).toEqual([]);
  });

  const forbidden: [what: string, path: string, source: string, rule: string][] = [
    [
      'the contract imports a floor',
      'contract/a.ts',
      "import '../server/b.ts';",
      'the contract imports nothing of ours',
    ],
    [
      'the contract does input or output',
      'contract/a.ts',
      "import 'node:fs';",
      'the contract is pure',
    ],
    [
      'the web imports the server',
      'web/home/a.ts',
      "import type { B } from '../../server/b.ts';",
      'floors do not import',
    ],
    [
      'the server imports the web',
      'server/http/a.ts',
      "export * from '../../web/b.ts';",
      'floors do not import',
    ],
    [
      'a web test imports the server',
      'web/home/a.test.ts',
      "import '../../server/b.ts';",
      'floors do not import',
    ],
    [
      'a room imports the demo',
      'server/users/a.ts',
      "import '../../demo/seed.ts';",
      'only the server’s main brings the demo in',
    ],
    [
      'the contract is spelled as a path',
      'server/a.ts',
      "import '../contract/b.ts';",
      '#contract/',
    ],
    [
      'http imports routes',
      'server/http/a.ts',
      "import '../users/routes.ts';",
      'http does not import routes and jobs',
    ],
    [
      'http imports a deed',
      'server/http/a.ts',
      "import '../users/remove.ts';",
      'only routes and jobs import deeds',
    ],
    [
      'a room imports http',
      'server/users/a.ts',
      "import '../http/b.ts';",
      'room does not import http',
    ],
    [
      'a room imports a deed',
      'server/users/a.ts',
      "import './remove.ts';",
      'only routes and jobs import deeds',
    ],
    [
      'a room imports a later one',
      'server/users/a.ts',
      "import '../bookings/b.ts';",
      'users does not import bookings',
    ],
    [
      'the database imports a room',
      'server/database/a.ts',
      "import '../users/users.ts';",
      'ground does not import room',
    ],
    [
      'routes import the app',
      'server/features/users/routes.ts',
      "import '../app.ts';",
      'does not import app',
    ],
    [
      'a room imports the settings',
      'server/users/a.ts',
      "import type { C } from '../config.ts';",
      'does not import config',
    ],
    [
      'routes import an adapter',
      'server/features/users/routes.ts',
      "import '../providers/mail/smtp.ts';",
      'which adapter',
    ],
    [
      'the demo imports an adapter',
      'demo/a.ts',
      "import '../server/providers/mail/smtp.ts';",
      'which adapter',
    ],
    [
      'an adapter imports another',
      'server/providers/mail/smtp.ts',
      "import '../cards/stripe.ts';",
      'which adapter',
    ],
    [
      'an adapter imports a room',
      'server/providers/mail/smtp.ts',
      "import '../../users/users.ts';",
      'its port and its SDK',
    ],
    [
      'an adapter imports a strange port',
      'server/providers/mail/smtp.ts',
      "import '../cards/port.ts';",
      'no other provider',
    ],
    [
      'anything imports what is for tests',
      'server/app.ts',
      "import './testing/builders.ts';",
      'only tests import',
    ],
    [
      'a part imports another room',
      'web/products/Card.tsx',
      "import '../wishlist/Heart.tsx';",
      'only pages compose rooms',
    ],
    [
      'a page imports another room’s page',
      'web/features/home/HomePage.tsx',
      "import '../blog/BlogPage.tsx';",
      'another room’s page',
    ],
    [
      'a part imports a page',
      'web/features/home/Banner.tsx',
      "const page = import('./HomePage.tsx');",
      'part does not import page',
    ],
    [
      'the layout imports the router',
      'web/layout/Bar.tsx',
      "import '../router.tsx';",
      'part does not import main',
    ],
    [
      'the client imports a part',
      'web/api/client.ts',
      "import '../layout/Bar.tsx';",
      'access does not import part',
    ],
    [
      'the design system imports the client',
      'web/ui/Button.tsx',
      "let a: import('../api/client.ts').A;",
      'ui does not import access',
    ],
    [
      'a room reads the environment',
      'server/users/a.ts',
      'const port = process.env.PORT;',
      'knows the environment',
    ],
    [
      'a page reads the environment',
      'web/home/a.ts',
      "const port = process['env'];",
      'knows the environment',
    ],
    ['a folder is no room', 'server/utils/a.ts', '', 'no such room'],
    [
      'a file imports itself around a corner',
      'server/a.ts',
      "import './b.ts';",
      'server/a.ts > server/b.ts > server/a.ts',
    ],
  ];
  it.each(forbidden)('is told that %s', (_, path, source, rule) => {
    const breaches = findBreaches({
      'server/b.ts': "import type { A } from './a.ts';",
      [path]: source,
    });
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(path);
    expect(breaches[0]).toContain(rule);
  });

  it('is told on which line', () => {
    const tree = { 'server/users/a.ts': "\nimport {\n  b,\n} from '../http/b.ts';\n" };
    expect(findBreaches(tree)[0]).toMatch(/^server\/users\/a\.ts:4: /);
  });
});
