import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestShop, type TestShop } from './testing/test-shop.ts';

/** docs/api.md is a walk with curl. Here it is walked, without needing curl. */
const page = await readFile(new URL('../docs/api.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  .map((line) => line.trim())
  .filter(Boolean);

let shop: TestShop;
let origin: string;
let values: Record<string, string>;

beforeAll(async () => {
  shop = await createTestShop();
  const seller = await shop.make.user({ role: 'seller' });
  const id = await shop.make.product(seller.id, { status: 'advertise' });
  origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  values = { ID: id, TOKEN: await shop.callers.issueToken(await shop.make.user()) };
});
afterAll(() => shop.close());

it('the walk has steps', () => {
  expect(commands.length).toBeGreaterThan(3);
});

it.each(commands)('%s', async (command) => {
  const { url, init } = await requestOf(command);
  const reply = await fetch(url, init);
  expect(reply.status, await reply.text()).toBe(200);
});

/** Reads the part of curl's language that the page uses; anything else fails here. */
async function requestOf(command: string): Promise<{ url: string; init: RequestInit }> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, quoted, double, bare]) => fillIn(quoted ?? double ?? bare ?? ''),
  );
  expect(words.shift()).toBe('curl');
  const headers: Record<string, string> = {};
  let body: FormData | null = null;
  let url = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/);
      headers[name] = value;
    } else if (word === '-F') {
      body = await formOf(words.shift() ?? '');
    } else if (word.startsWith('http')) {
      url = word.replace('http://127.0.0.1:3000', origin);
    } else {
      throw new Error(`This walk does not know ${word}`);
    }
  }
  return { url, init: { method: body ? 'POST' : 'GET', headers, body } };
}

function fillIn(word: string): string {
  return word.replaceAll(/\$([A-Z]+)/g, (whole, name: string) => values[name] ?? whole);
}

async function formOf(field: string): Promise<FormData> {
  const [name = '', file = ''] = field.split('=@');
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a63' } });
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), file);
  return form;
}
