import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieJars, readCommand, send, valueAt } from '../../testing/curl.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/** docs/api.md is a walk with curl. Here it is walked, without needing curl or jq. */
const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
  .filter(Boolean);

let shop: TestShop;
let origin: string;
const jars = cookieJars();
const values: Record<string, string> = {};

beforeAll(async () => {
  shop = await createTestShop();
  const seller = await shop.make.user({ role: 'seller' });
  values.ID = await shop.make.product(seller.id, { status: 'advertise' });
  // As the demo catalogue has it.
  const [email, password] = ['admin@reprise.test', 'second-hand-song'];
  await shop.make.user({ email, role: 'admin' });
  await shop.identity.createPasswordIdentity({
    ...{ email, password, name: 'Nora Vance', isEmailVerified: true },
  });
  origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

it('the walk has steps', () => {
  expect(commands.length).toBeGreaterThan(15);
});

// Each step may stand on those before it.
it.each(commands)('%s', async (line) => {
  const { keep, jarIn, jarOut, url, init } = await readCommand(line, values);
  const address = url.replace('http://127.0.0.1:3000', origin);
  const reply = await send(address, { ...init, headers: jars.pack(jarIn, init.headers) });
  expect([200, 201], reply.body).toContain(reply.status);
  jars.fill(jarOut, reply.headers);
  if (keep) values[keep.name] = valueAt(JSON.parse(reply.body), keep.path);
});
