import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

/** What a line of the walk asks for. */
export interface Command {
  url: string;
  init: { method: string; headers: Record<string, string>; body: FormData | string | null };
  /** Cookie files: sent from, kept in. */
  jarIn: string | undefined;
  jarOut: string | undefined;
  /** For `NAME=$(curl … | jq -r path)`. */
  keep: { name: string; path: string } | undefined;
}

const assignment = /^([A-Z]+)=\$\((.*) \| jq -r '?([^')]+)'?\)$/;

/** Reads the part of curl's language that docs/api.md uses; anything else fails here. */
export async function readCommand(
  line: string,
  values: Readonly<Record<string, string>>,
): Promise<Command> {
  const [, name = '', inner, path = ''] = assignment.exec(line) ?? [];
  const words = wordsOf(inner ?? line, values);
  if (words.shift() !== 'curl') throw new Error(`This walk does not know ${line}`);
  const command: Command = {
    url: '',
    init: { method: 'GET', headers: {}, body: null },
    ...{ jarIn: undefined, jarOut: undefined },
    keep: inner === undefined ? undefined : { name, path },
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const known = options[word];
    if (known) await known(command, words.shift() ?? '');
    else if (word.startsWith('http')) command.url = word;
    else throw new Error(`This walk does not know ${word}`);
  }
  return command;
}

type Option = (command: Command, value: string) => void | Promise<void>;

const options: Readonly<Record<string, Option>> = {
  '-X': ({ init }, method) => {
    init.method = method;
  },
  '-H': ({ init }, header) => {
    const [name = '', value = ''] = header.split(/: (.*)/);
    init.headers[name] = value;
  },
  '-d': ({ init }, text) => {
    init.body = text;
    if (init.method === 'GET') init.method = 'POST';
  },
  '-F': async ({ init }, field) => {
    init.body = await formOf(field);
    init.method = 'POST';
  },
  '-b': (command, file) => {
    command.jarIn = file;
  },
  '-c': (command, file) => {
    command.jarOut = file;
  },
};

/** As a shell does: quoted and bare parts that touch are one word, and nothing is filled in between single quotes. */
function wordsOf(line: string, values: Readonly<Record<string, string>>): string[] {
  const fill = (text: string) =>
    text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`Nothing has set $${name}`);
      return value;
    });
  return (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, single, double, bare) =>
      typeof single === 'string' ? single : fill(String(double ?? bare)),
    ),
  );
}

async function formOf(field: string): Promise<FormData> {
  const [name = '', file = ''] = field.split('=@');
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a63' } });
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), file);
  return form;
}

/** Sends it as curl does: with no more headers than are named, which `fetch` would add. */
export async function send(
  url: string,
  { method, headers, body }: Command['init'],
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const encoded = new Response(body);
  const type = body instanceof FormData ? encoded.headers.get('content-type') : null;
  const payload = Buffer.from(await encoded.arrayBuffer());
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    });
    sent.on('error', reject).on('response', (reply) => {
      const { statusCode: status = 0, headers } = reply;
      text(reply).then((read) => resolve({ status, headers, body: read }), reject);
    });
    sent.end(payload);
  });
}

/** `jq -r` as far as it is used: `.token`, `.[0]._id`, `.price`. */
export function valueAt(json: unknown, path: string): string {
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  const value = keys.reduce<unknown>(
    (inside, key) => (inside as Record<string, unknown> | undefined)?.[key],
    json,
  );
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new Error(`There is no ${path} in the answer`);
  return value;
}

/** Cookie files, kept in memory. */
export function cookieJars() {
  const jars = new Map<string, string>();
  return {
    fill(file: string | undefined, headers: IncomingHttpHeaders): void {
      if (file === undefined) return;
      const cookies = headers['set-cookie']?.map((cookie) => cookie.split(';')[0]);
      jars.set(file, cookies?.join('; ') ?? '');
    },
    pack(file: string | undefined, headers: Record<string, string>): Record<string, string> {
      return file === undefined ? headers : { ...headers, cookie: jars.get(file) ?? '' };
    },
  };
}
