import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { listingEntries } from '#contract/products/listing-fields.ts';
import { assignments, columnName, insertInto, selected } from './row-sql.ts';
import * as offers from './schema/offers.ts';
import * as sales from './schema/sales.ts';
import type { SqlParameter } from './sql.ts';
import { sqlWritesOn } from './sql.ts';

const tables = Object.values({ ...sales, ...offers }).flatMap((one) =>
  is(one, PgTable) ? [one] : [],
);

it('each column has the name that its property in the schema says', () => {
  expect(tables).not.toHaveLength(0);
  for (const table of tables) {
    for (const [property, { name }] of Object.entries(getTableColumns(table))) {
      expect(columnName(property)).toBe(name);
    }
  }
});

it('each field of a listing has a column of its own', () => {
  const columns = listingEntries.map(([, { column }]) => column);
  expect(Object.keys(getTableColumns(sales.products))).toEqual(expect.arrayContaining(columns));
  expect(new Set(columns).size).toBe(columns.length);
});

it('an insert, an update and a select name the columns with their values', () => {
  const row = { id: '1', priceCents: 5 };
  expect(insertInto<typeof row>('products', row)).toEqual({
    strings: ['insert into products (id, price_cents) values (', ', ', ')'],
    values: ['1', 5],
  });
  expect(assignments(row)).toEqual({
    strings: ['id = ', ', price_cents = ', ''],
    values: ['1', 5],
  });
  expect(selected(['id', 'priceCents'], 'p').strings).toEqual([
    'p.id as "id", p.price_cents as "priceCents"',
  ]);
});

it('a value from outside stays a parameter, although it has the fields of a fragment', () => {
  const sent = JSON.parse('{ "strings": ["1; drop table users"], "values": [] }') as SqlParameter;
  const written: unknown[] = [];
  const sql = sqlWritesOn({ write: (statement: unknown) => written.push(statement) } as never);
  sql`update products set facts = ${sent}`;
  expect(written).toEqual([{ text: 'update products set facts = $1', values: [sent] }]);
});
