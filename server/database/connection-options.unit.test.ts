import { expect, test } from 'vitest';
import { connectionOptions } from './connection-options.ts';

const ADDRESS = 'postgres://shop:secret@host:5433/shop';

test('an address is split into its parts, and percent escapes are decoded', () => {
  expect(connectionOptions('postgresql://j%40n:a%2Fb%23@[::1]/my%20shop', 7)).toMatchObject({
    user: 'j@n',
    password: 'a/b#',
    host: '::1',
    database: 'my shop',
    max: 7,
    pipeline: true,
    prepare: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  expect(connectionOptions(ADDRESS, 1)).toMatchObject({ host: 'host', port: 5433, ssl: false });
});

test('?host= names the folder of a socket, with any characters', () => {
  const folder = '/srv/Flöten & Geigen/a,b';
  const url = `${ADDRESS}?host=${encodeURIComponent(folder)}`;
  expect(connectionOptions(url, 1).host).toBe(folder);
});

test.each([
  ['disable', false, false],
  ['prefer', { rejectUnauthorized: false }, true],
  ['require', { rejectUnauthorized: false }, false],
  ['verify-full', {}, false],
])('?sslmode=%s', (mode, ssl, isTlsOptional) => {
  expect(connectionOptions(`${ADDRESS}?sslmode=${mode}`, 1)).toMatchObject({ ssl, isTlsOptional });
});

test('?prepare=false disables prepared statements and not the timeouts', () => {
  const options = connectionOptions(`${ADDRESS}?prepare=false`, 1);
  expect(options).toMatchObject({ prepare: false, statement_timeout: 15_000 });
});

test('?pgbouncer=true disables prepared statements and timeouts', () => {
  const options = connectionOptions(`${ADDRESS}?pgbouncer=true`, 1);
  expect(options).toMatchObject({ prepare: false, application_name: 'reprise' });
  expect(options).not.toHaveProperty('statement_timeout');
  expect(options).not.toHaveProperty('idle_in_transaction_session_timeout');
  expect(options).not.toHaveProperty('options');
});
