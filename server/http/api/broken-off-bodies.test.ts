import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop({ logLevel: 'debug' });
afterAll(() => shop.close());
const port = Number(new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 })).port);

it.each([
  ['/api/reports', 'application/json', '{"reason":'],
  ['/api/images', 'multipart/form-data; boundary=b', '--b\r\n'],
])('a body to %s that the client breaks off is no error in the log', async (path, type, start) => {
  const before = shop.logged.length;
  const begun = once(shop.app.server, 'request');
  const client = connect(port, '127.0.0.1');
  client.write(
    `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n${start}`,
  );
  await begun;
  client.destroy();
  const since = () => shop.logged.slice(before);
  await expect.poll(() => since().some(({ code }) => code === 'bad-input')).toBe(true);
  expect(since().filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
