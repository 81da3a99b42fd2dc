import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { transaction } from '../../database/transaction.ts';
import { createKey } from '../../features/keys/keys.ts';
import { sampleClip } from '../../testing/clips/sample-clip.ts';
import { createTestShop } from '../../testing/test-shop.ts';

/**
 * The examples of docs/api.md, sent from top to bottom. Neither curl nor jq runs: the test reads the few of their options
 * that the page uses, sends the request that they describe, and refuses any other option.
 */
const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
  .filter(Boolean);

/** Shell variables that earlier examples have set. */
const variables = new Map<string, string>();
/** Cookies by the file that `-c` names. */
const cookieFiles = new Map<string, string>();

const shop = await createTestShop({
  languages: [...englishOnly, loadedLanguage({ tag: 'de', prefix: '/de' }, {})],
});
afterAll(() => shop.close());
const seller = await shop.make.user({ role: 'seller' });
variables.set('ID', await shop.make.product(seller.id, { status: 'advertise' }));
variables.set('OTHER', await shop.make.product(seller.id));
const { authorization } = await shop.as(seller);
variables.set('THEIRS', authorization.replace('Bearer ', ''));
variables.set('EMAIL', seller.email);
const wanted = {
  name: 'Stock program',
  scopes: ['listings:read', 'listings:write'] as const,
  addresses: [],
  expiresAt: null,
};
const { key } = await transaction(shop.database, (tx) => createKey(tx, seller, wanted, new Date()));
variables.set('KEY', key);
// The admin of the demo.
const [email, password] = ['admin@reprise.test', 'second-hand-song'];
await shop.make.user({ email, role: 'admin' });
const admin = { email, password, name: 'Nora Vance', isEmailVerified: true };
await shop.identity.createPasswordIdentity(admin);

it('the page has examples', () => {
  expect(examples.length).toBeGreaterThan(15);
});

// An example may use what those before it have made.
it.each(examples)('%s', async (example) => {
  const { variable, command, path } = readAssignment(example);
  const { request, cookiesTo } = await readCommand(command);
  const reply = await shop.app.inject(request);
  expect([200, 201], reply.body).toContain(reply.statusCode);
  if (cookiesTo) cookieFiles.set(cookiesTo, cookiesOf(reply.headers['set-cookie']));
  if (variable) variables.set(variable, valueAt(reply.json(), path));
});

/** `NAME=$(command | jq -r path)`, or a bare command. */
function readAssignment(example: string) {
  const [, variable, command = example, path = ''] =
    /^([A-Z]+)=\$\((.*) \| jq -r '?([^')]+)'?\)$/.exec(example) ?? [];
  return { variable, command, path };
}

async function readCommand(command: string) {
  const [program, ...words] = wordsOf(command);
  if (program !== 'curl') throw new Error(`Unknown program in ${command}`);
  const headers: Record<string, string> = {};
  const values: Partial<Record<'-X' | '-b' | '-c' | '-d' | '-F', string>> = {};
  let url = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word.startsWith('http://127.0.0.1:3000/')) {
      url = word.slice('http://127.0.0.1:3000'.length);
    } else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/);
      // The page writes the address of a local shop; the identity provider accepts only this shop's origin.
      headers[name] = name === 'origin' ? 'https://shop.test' : value;
    } else if (word === '--data-binary') {
      values['-d'] = fileOfListings(words.shift());
    } else if (/^-[XbcdF]$/.test(word)) {
      values[word as keyof typeof values] = words.shift() ?? '';
    } else {
      throw new Error(`Unknown word ${word} in ${command}`);
    }
  }
  if (values['-b']) headers.cookie = cookieFiles.get(values['-b']) ?? '';
  const payload = values['-F'] ? await fileForm(values['-F']) : values['-d'];
  const method = (values['-X'] ?? (payload ? 'POST' : 'GET')) as 'GET' | 'POST';
  return {
    request: { method, url, headers, ...(payload ? { payload } : {}) },
    cookiesTo: values['-c'],
  };
}

/** The file that the page shows. */
function fileOfListings(name = ''): string {
  const [, content] = /```csv\n([\s\S]*?)```/.exec(page) ?? [];
  if (name !== '@stock.csv' || !content) throw new Error(`The page does not show ${name}`);
  return content;
}

/** As a shell splits them: variables have values except in single quotes, and parts that touch are one word. */
function wordsOf(command: string): string[] {
  const expand = (text: string) =>
    text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`Nothing has set $${name}`);
      return value;
    });
  return (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, single, double, bare) =>
      typeof single === 'string' ? single : expand(String(double ?? bare)),
    ),
  );
}

async function fileForm(field: string): Promise<FormData> {
  const [name = '', file = ''] = field.split('=@');
  if (name === 'clip') {
    const clip = new FormData();
    clip.append(name, new Blob([new Uint8Array(await sampleClip('a.mp3'))]), file);
    return clip;
  }
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a63' } });
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), file);
  return form;
}

function cookiesOf(header: string | string[] | undefined): string {
  return [header ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** `jq -r` with paths such as `.token`, `.[0]._id` and `.data.url`. */
function valueAt(json: unknown, path: string): string {
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  const value = keys.reduce<unknown>(
    (inside, key) => (inside as Record<string, unknown> | undefined)?.[key],
    json,
  );
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new Error(`The reply has no ${path}`);
  return value;
}
