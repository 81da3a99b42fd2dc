import type { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ImportMapping, ListingImport } from '#contract/imports/listing-imports.ts';
import { writeCsv } from '../core/csv.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import type { TestShop } from './test-shop.ts';

const header = ['SKU', 'Title', 'Price', 'Category', 'Details', 'Year'];

/** The cells of a row that is right, in the order of the columns of `fileOf`. */
export const trumpet = (sku: string, given: Partial<Record<string, string>> = {}) =>
  header.map(
    (name) =>
      ({
        SKU: sku,
        Title: `Trumpet ${sku}`,
        Price: '120.50',
        Category: 'brass',
        Details: 'Plays well,\ntwo dents',
        Year: '2015',
        ...given,
      })[name] ?? '',
  );

export const fileOf = (...rows: string[][]) => writeCsv([header, ...rows]);
export const columnsOfFile: readonly string[] = header;

/** What the columns of these files are, and what all rows share. */
export const mappingOf = (pictures: NonNullable<ImportMapping['pictures']>): ImportMapping => ({
  external_id: { column: 'SKU' },
  name: { column: 'Title' },
  price: { column: 'Price' },
  category: { column: 'Category' },
  description: { column: 'Details' },
  purchase_year: { column: 'Year' },
  phone: { value: '555-0101' },
  location: { value: 'Leith' },
  pictures,
});

/** What sellers do with files of listings, over HTTP like their pages. */
export function importing(shop: () => TestShop) {
  async function upload(
    user: KnownUser,
    payload: string | Buffer | Readable,
    { seller = user.email, headers = {} }: { seller?: string; headers?: object } = {},
  ) {
    const reply = await shop().app.inject({
      method: 'POST',
      url: `/api/listing-imports?${new URLSearchParams({ seller, name: 'stock.csv' })}`,
      headers: { ...(await shop().as(user)), 'content-type': 'text/csv', ...headers },
      payload,
    });
    return { status: reply.statusCode, body: reply.json<ListingImport & { detail: string }>() };
  }

  async function send(
    user: KnownUser,
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    payload?: object,
  ) {
    const reply = await shop().app.inject({
      method,
      url: `/api/listing-imports/${path}`,
      headers: await shop().as(user),
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, text: reply.body, headers: reply.headers };
  }

  /** Runs a step to its end, one batch after the other. */
  async function run(user: KnownUser, id: string, step: 'check' | 'import') {
    while (true) {
      const reply = await send(user, 'POST', `${id}/batches`, { step });
      expect(reply.status, reply.text).toBe(200);
      const stored = parsed(reply);
      if (stored.state === 'checked' || stored.state === 'done') return stored;
    }
  }

  /** Uploads, maps and checks a file. */
  async function check(user: KnownUser, file: string | Buffer, mapping: ImportMapping) {
    const { status, body } = await upload(user, file);
    expect(status, JSON.stringify(body)).toBe(201);
    const mapped = await send(user, 'PUT', body._id, { mapping });
    expect(mapped.status, mapped.text).toBe(200);
    return run(user, body._id, 'check');
  }

  return { upload, send, run, check };
}

export const parsed = ({ text }: { text: string }): ListingImport => JSON.parse(text);

export const counts = (created: number, changed: number, unchanged: number, refused: number) => ({
  created,
  changed,
  unchanged,
  refused,
});

export interface ZipEntry {
  /** Bytes in an encoding of their own. */
  name: string | Buffer;
  content: Buffer | string;
  /** What the directory says instead of what is true. */
  claims?: { flags?: number; method?: number; bytes?: number; offset?: number };
}

/** A ZIP file, right or not. */
export function zipOf(entries: readonly ZipEntry[], { entryCount = entries.length } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims = {} } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const path = typeof name === 'string' ? Buffer.from(name) : name;
    const { flags = typeof name === 'string' ? 0x800 : 0, method = 8 } = claims;
    const length = claims.bytes ?? bytes.length;
    // Version, flags, method, time, date, checksum (which is not read), sizes, length of the name.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(length, 18);
    fields.writeUInt16LE(path.length, 22);
    files.push(Buffer.from('PK\x03\x04'), fields, path, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(claims.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, rest, path);
    offset += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
