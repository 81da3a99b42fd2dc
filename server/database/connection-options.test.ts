import { expect, test } from 'vitest';
import { connectionOptions } from './connection-options.ts';

const ADDRESS = 'postgres://shop:secret@host:5432/shop';

test('an address as operators write it passes on as it is', () => {
  const { address, options } = connectionOptions(`${ADDRESS}?sslmode=require`, 7);
  expect(address).toBe(`${ADDRESS}?sslmode=require`);
  expect(options).toMatchObject({ max: 7, connection: { statement_timeout: 15_000 } });
  expect(options).not.toHaveProperty('prepare');
});

test('?host= names the folder of a socket, whatever characters it has', () => {
  const folder = '/srv/Flöten & Geigen/a,b';
  const { address, options } = connectionOptions(
    `${ADDRESS}?host=${encodeURIComponent(folder)}`,
    1,
  );
  expect(address).toBe(ADDRESS);
  expect(options.host).toBe(folder);
});

test('?prepare=false sends no prepared statements, and keeps the timeouts', () => {
  const { options } = connectionOptions(`${ADDRESS}?prepare=false`, 1);
  expect(options).toMatchObject({ prepare: false, connection: { statement_timeout: 15_000 } });
});

test('?pgbouncer=true sends neither prepared statements nor timeouts', () => {
  const { address, options } = connectionOptions(`${ADDRESS}?pgbouncer=true`, 1);
  expect(address).toBe(ADDRESS);
  expect(options).toMatchObject({ prepare: false });
  expect(options.connection).toEqual({ application_name: 'reprise' });
});

test('the pauses between attempts to connect grow to a second, not more', () => {
  const { backoff } = connectionOptions(ADDRESS, 1).options;
  if (typeof backoff !== 'function') throw new Error('the pauses are not ours');
  expect(backoff(1)).toBeLessThanOrEqual(0.1);
  expect(backoff(20)).toBeGreaterThan(0.4);
  expect(backoff(20)).toBeLessThanOrEqual(1);
});
