import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/*
 * In an upgrade in turn the server of the version before serves on the tables of this one (docs/operators/upgrades.md). So a migration
 * takes nothing away, and holds no lock for as long as a large table is long. `npm run test:upgrade` proves it for a version.
 */

const folder = fileURLToPath(new URL('migrations', import.meta.url));
const upgrades = fileURLToPath(new URL('../../docs/operators/upgrades.md', import.meta.url));

/** The initial schema has no version before it. */
const firstChecked = 1;

/** What a statement must not be, and why. */
const rules: Readonly<Record<string, RegExp>> = {
  'takes away what the version before uses': /\bdrop\s+(table|column|type|view|schema)\b/i,
  'renames what the version before uses': /\brename\b/i,
  'rewrites the table': /\badd\s+column\b.*\bgenerated\s+always\b/is,
  'rewrites the table, because each row gets another default':
    /\badd\s+column\b.*\bdefault\b.*(random|clock_timestamp|nextval|uuid)\w*\s*\(/is,
  'refuses rows of the version before': /\bset\s+not\s+null\b/i,
  'refuses rows of the version before, which do not have the column':
    /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/is,
  'changes the rows of a table': /^\s*(update|delete|truncate)\b/i,
  'makes another trigger than that of search (docs/decisions/0024-search.md)':
    /\bcreate\s+(or\s+replace\s+)?trigger\s+(?!"?products_search_lexemes\b)/i,
};

/** @returns one line for each statement that breaks a rule */
function findFaults(sql: string, documented: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    .map((one) => one.replace(/^\s*--.*$/gm, '').trim());
  const created = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(one)?.[1] ?? []),
  );
  return statements.flatMap((statement) => {
    const table = /^alter table (?:only )?"?(\w+)"?/i.exec(statement)?.[1];
    if (table !== undefined && created.has(table)) return [];
    const broken = Object.keys(rules).filter((rule) => rules[rule]?.test(statement));
    return [
      ...broken,
      ...(isUncheckedConstraint(statement) ? ['checks all rows of a table under a lock'] : []),
      ...typeFaults(statement, documented),
      ...indexFaults(statement, created, documented),
    ].map((fault) => `${fault}: ${statement}`);
  });
}

function isUncheckedConstraint(statement: string): boolean {
  return /\badd\s+constraint\b/i.test(statement) && !/\bnot\s+valid\b/i.test(statement);
}

/** A wider type rewrites the table. The operator of a large shop has to know for how long. */
function typeFaults(statement: string, documented: string): string[] {
  const change =
    /^alter\s+table\s+"?(\w+)"?\s+alter\s+column\s+"?\w+"?\s+(?:set\s+data\s+)?type\s+(\w+)/i.exec(
      statement,
    );
  if (!change) return [];
  const [, table = '', type = ''] = change;
  return [
    ...(type.toLowerCase() === 'bigint' ? [] : ['gives a column a type that may hold less']),
    ...(documented.includes(`\`${table}\``)
      ? []
      : ['rewrites a table that docs/operators/upgrades.md does not name']),
  ];
}

/** An index on a table with rows is built beforehand by the operator of a large shop, and then found. */
function indexFaults(statement: string, created: Set<string>, documented: string): string[] {
  const index =
    /^create\s+(?:unique\s+)?index\s+(if not exists\s+)?"?(\w+)"?\s+on\s+"?(\w+)"?/i.exec(
      statement,
    );
  if (!index) return [];
  const [, isTolerant, name = '', table = ''] = index;
  if (created.has(table)) return [];
  return [
    ...(isTolerant ? [] : ['fails where the index was built beforehand (if not exists)']),
    ...(documented.includes(name)
      ? []
      : ['is not in docs/operators/upgrades.md, which says how to build it']),
  ];
}

describe('migrations', () => {
  it('migrations let the previous version serve, and hold no long lock', async () => {
    const page = await readFile(upgrades, 'utf8');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    const checked = files.filter((name) => Number(name.slice(0, 4)) >= firstChecked).sort();
    for (const name of checked) {
      const sql = await readFile(join(folder, name), 'utf8');
      // The page names a migration whose indexes are all built in the same way.
      const documented = page.includes(name.replace('.sql', '')) ? page + sql : page;
      expect([name, findFaults(sql, documented)]).toEqual([name, []]);
    }
  });

  it.each([
    'drop table "bookings";',
    'alter table "products" drop column "phone";',
    'alter table "products" rename column "phone" to "number";',
    'alter table "products" alter column "price_cents" set data type bigint;',
    'alter table "products_by_price" alter column "cents" set data type integer;',
    'alter table "products" alter column "phone" set not null;',
    'alter table "products" add column "weight" integer not null;',
    'alter table "products" add column "key" uuid default gen_random_uuid();',
    'alter table "products" add column "words" tsvector generated always as (to_tsvector(name)) stored;',
    'alter table "products" add constraint "cheap" check (price_cents < 10);',
    'create index "products_by_price" on "products" ("price_cents");',
    'create index if not exists "products_by_no_document" on "products" ("price_cents");',
    'update "products" set phone = null;',
    'create trigger "counted" after insert on "products" for each row execute function count_products();',
  ])('a migration must not contain: %s', (statement) => {
    expect(findFaults(statement, '`products_by_price`')).not.toEqual([]);
  });

  it.each([
    'create table "news" ("id" uuid);\n--> statement-breakpoint\nalter table "news" add constraint "one" unique ("id");',
    'alter table "products" add column "weight" integer;',
    'alter table "products" add column "weight" integer default 0 not null;',
    'alter table "products" add constraint "cheap" check (price_cents < 10) not valid;',
    'alter table "products_by_price" alter column "cents" set data type bigint;',
    'create trigger "products_search_lexemes" before insert on "products" for each row execute function set_search_lexemes();',
    '-- drop nothing\ncreate index if not exists "products_by_price" on "products" ("price_cents");',
  ])('a migration may contain: %s', (statements) => {
    expect(findFaults(statements, '`products_by_price`')).toEqual([]);
  });
});
