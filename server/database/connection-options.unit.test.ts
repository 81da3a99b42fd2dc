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
  expect(connectionOptions(url, 1)).toMatchObject({ host: folder, port: 5433 });
});

test('several hosts are read, and the one that takes writes is looked for', () => {
  const several = 'postgres://shop:a%40b@one:5433,[::1],three:5435/shop';
  const hosts = [{ host: 'one', port: 5433 }, { host: '::1' }, { host: 'three', port: 5435 }];
  const options = connectionOptions(`${several}?target_session_attrs=read-write`, 1);
  expect(options).toMatchObject({ hosts, mustBeWritable: true, password: 'a@b', database: 'shop' });
  expect(options).not.toHaveProperty('options');
  expect(connectionOptions(several, 1)).toMatchObject({ hosts, mustBeWritable: true });
  expect(connectionOptions(`${several}?target_session_attrs=any`, 1).mustBeWritable).toBe(false);
  expect(connectionOptions('postgres://u:p@/shop?host=one,two&port=5433,5434', 1)).toMatchObject({
    hosts: [
      { host: 'one', port: 5433 },
      { host: 'two', port: 5434 },
    ],
  });
});

test('one host is only asked whether it takes writes where the address says so', () => {
  expect(connectionOptions(ADDRESS, 1).mustBeWritable).toBe(false);
  const primary = connectionOptions(`${ADDRESS}?target_session_attrs=primary`, 1);
  expect(primary.mustBeWritable).toBe(true);
  expect(() => connectionOptions(`${ADDRESS}?target_session_attrs=standby`, 1)).toThrow(
    'needs a server that takes writes',
  );
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
