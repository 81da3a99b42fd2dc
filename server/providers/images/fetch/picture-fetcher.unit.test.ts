import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import { isPublicAddress } from '../../outgoing/public-address.ts';
import { createPictureFetcher } from './picture-fetcher.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Fetches from a server of the test, which is reached as `pictures.example`. */
async function fetchFrom(
  answer: RequestListener,
  changes: Parameters<typeof createPictureFetcher>[0] = {},
) {
  const port = await serve(answer);
  const fetchPicture = createPictureFetcher({
    resolve: async () => ['127.0.0.1'],
    mayConnect: (address, at) => address === '127.0.0.1' && at === port,
    ...changes,
  });
  const pieces: Buffer[] = [];
  for await (const piece of fetchPicture(new URL(`http://pictures.example:${port}/a.jpg`))) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

describe('a picture that is fetched', () => {
  it('a picture is fetched once from the resolved address, without a cookie or the shop’s name', async () => {
    const names: string[] = [];
    const text = await fetchFrom(
      ({ headers, url }, reply) => {
        const { host, connection: _, ...rest } = headers;
        reply.end(JSON.stringify({ host: host?.replace(/\d+$/, ''), url, ...rest }));
      },
      {
        async resolve(host) {
          names.push(host);
          // The second answer of a name that is rebound would be refused, and is not asked for.
          return names.length === 1 ? ['127.0.0.1'] : [];
        },
      },
    );
    expect(names).toEqual(['pictures.example']);
    expect(JSON.parse(text)).toEqual({
      host: 'pictures.example:',
      url: '/a.jpg',
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'picture-import',
    });
  });

  it('private addresses of a name are left out', async () => {
    const resolve = async () => ['10.0.0.1', '::1', '127.0.0.1'];
    expect(await fetchFrom((_, reply) => reply.end('picture'), { resolve })).toBe('picture');
  });

  const huge = Buffer.alloc(1024 * 1024);
  it.each<[string, RequestListener, string]>([
    [
      'a redirect',
      (_, reply) => reply.writeHead(302, { location: '/b.jpg' }).end(),
      'redirects to an',
    ],
    ['no picture', (_, reply) => reply.writeHead(404).end(), 'no picture at the address (404)'],
    [
      'a compressed picture',
      (_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      'compresses the picture',
    ],
    [
      'a length above the limit',
      (_, reply) => reply.writeHead(200, { 'content-length': limits.imageBytes + 1 }).write('x'),
      'at most 10 MB',
    ],
    [
      'a body without an end',
      (_, reply) => {
        const write = () => {
          while (!reply.destroyed && reply.write(huge));
        };
        reply.on('drain', write);
        write();
      },
      'at most 10 MB',
    ],
    [
      'a broken connection',
      (_, reply) => reply.write('x', () => reply.destroy()),
      'did not send the picture',
    ],
    ['silence', () => undefined, 'took longer than 0.3 seconds'],
    ['a byte now and then', (_, reply) => reply.write('x'), 'took longer than 0.3 seconds'],
  ])('a picture is refused when the server sends %s', async (_, answer, message) => {
    await expect(
      fetchFrom(answer, { timeoutMs: message.includes('0.3') ? 300 : 10_000 }),
    ).rejects.toThrow(message);
  });

  it.each([
    'http://127.0.0.1/a.jpg',
    'http://2130706433/a.jpg',
    'http://0x7f.1/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.jpg',
    'http://[::ffff:10.0.0.1]/a.jpg',
    'http://[64:ff9b::a00:1]/a.jpg',
    'https://[fd00:ec2::254]/latest/meta-data',
    'http://93.184.215.14:25/a.jpg',
  ])('a picture is never fetched from %s', async (address) => {
    const fetchPicture = createPictureFetcher();
    const first = fetchPicture(new URL(address))[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow('not one of the public internet');
  });

  it('a picture is never fetched from a name that resolves into the private network', async () => {
    const fetchPicture = createPictureFetcher({ resolve: async () => ['192.168.0.1', 'fe80::1'] });
    const first = fetchPicture(new URL('https://evil.example/'))[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow('not one of the public internet');
  });
});

it('public addresses are those outside of every special range', () => {
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.100.100.200', '127.8.8.8', '169.254.169.254', '172.31.0.1'],
    ...['192.0.0.192', '192.168.1.1', '198.19.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ...['168.63.129.16', '::', '::1', '::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::808:808'],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:a00:1::1', '3fff::1', '5f00::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'example.com', ''],
  ];
  expect(special.filter(isPublicAddress)).toEqual([]);
  const common = ['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'];
  expect(common.filter((address) => !isPublicAddress(address))).toEqual([]);
});
