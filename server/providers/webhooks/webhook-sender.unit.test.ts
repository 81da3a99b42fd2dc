import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { testCertificate, testCertificateKey } from '../../testing/test-certificate.ts';
import { createWebhookSender } from './webhook-sender.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serve(answer: RequestListener): Promise<number> {
  const tls = { key: testCertificateKey, cert: testCertificate };
  const server = createServer(tls, answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const local = ['127.0.0.1'];
const sender = (changes: Parameters<typeof createWebhookSender>[0] = {}) =>
  createWebhookSender({
    networks: local,
    resolve: async () => local,
    ca: testCertificate,
    ...changes,
  });
const webhook = { body: '{"type":"listing.sold"}', headers: { 'webhook-id': '1' } };
const send = async (
  answer: RequestListener,
  changes: Parameters<typeof createWebhookSender>[0] = {},
) => sender(changes)(new URL(`https://hooks.example:${await serve(answer)}/in?a=1`), webhook);

describe('a webhook that is sent', () => {
  it('a webhook is sent once to the resolved address, with its headers and exactly its bytes', async () => {
    const names: string[] = [];
    const received: unknown[] = [];
    const answer = await send(
      async (request, reply) => {
        const { host, connection: _, ...headers } = request.headers;
        received.push(request.method, request.url, headers, await text(request));
        reply.writeHead(204).end();
      },
      {
        async resolve(host) {
          names.push(host);
          // The second answer of a name that is rebound is not asked for.
          return names.length === 1 ? local : ['10.0.0.1'];
        },
      },
    );
    expect(answer).toEqual({ status: 204 });
    expect(names).toEqual(['hooks.example']);
    expect(received).toEqual([
      'POST',
      '/in?a=1',
      {
        'content-type': 'application/json',
        'content-length': '23',
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'webhooks',
        'webhook-id': '1',
      },
      webhook.body,
    ]);
  });

  it('the wish of a receiver to wait is read', async () => {
    const answer = await send((_, reply) => reply.writeHead(429, { 'retry-after': '90' }).end());
    expect(answer).toEqual({ status: 429, retryAfter: '90' });
  });

  const huge = Buffer.alloc(32 * 1024 + 1);
  it.each<[string, RequestListener, string]>([
    ['a redirect', (_, reply) => reply.writeHead(308, { location: '/b' }).end(), 'redirect'],
    [
      'more than 64 kB',
      (_, reply) => {
        reply.write(huge);
        reply.end(huge);
      },
      'too-large',
    ],
    ['a body without an end', (_, reply) => reply.writeHead(200).write('x'), 'timeout'],
    ['silence', () => undefined, 'timeout'],
    ['a closed connection', (request) => request.socket.destroy(), 'connection'],
  ])('%s counts as a failure', async (_, answer, fault) => {
    expect(await send(answer, { timeoutMs: 400 })).toEqual({ fault });
  });

  it('a certificate that is not trusted, or for another host, gets nothing', async () => {
    const asked: unknown[] = [];
    const port = await serve((request) => asked.push(request.url));
    const { ca: _, ...withoutRoot } = { networks: local, resolve: async () => local, ca: '' };
    const untrusted = createWebhookSender(withoutRoot);
    expect(await untrusted(new URL(`https://hooks.example:${port}`), webhook)).toEqual({
      fault: 'connection',
    });
    expect(await sender()(new URL(`https://other.example:${port}`), webhook)).toEqual({
      fault: 'connection',
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['no address', []],
    ['this machine', ['127.0.0.1']],
    ['a private network', ['192.168.1.7']],
    ['the cloud that it runs in', ['169.254.169.254']],
    ['a private network of IPv6', ['fd00::7']],
    ['an address of IPv4 in one of IPv6', ['::ffff:10.0.0.1']],
    ['a public address and a private one', ['198.41.0.4', '10.0.0.1']],
  ])('a host with %s is refused without a connection', async (_, addresses) => {
    const asked: unknown[] = [];
    const port = await serve((request) => asked.push(request.url));
    const refusing = sender({ networks: [], resolve: async () => addresses });
    const answer = await refusing(new URL(`https://hooks.example:${port}`), webhook);
    expect(answer).toEqual({ fault: 'address' });
    expect(asked).toEqual([]);
  });

  it.each([
    'http://hooks.example:8080/',
    'https://hooks.example:25/',
    'https://[::1]:8443/',
    'https://2130706433:8443/',
    'https://0x7f.1:8443/',
  ])('%s is refused', async (address) => {
    const refusing = sender({ networks: ['198.41.0.4'], resolve: async () => ['198.41.0.4'] });
    expect(await refusing(new URL(address), webhook)).toEqual({ fault: 'address' });
  });

  it('a private address is called when it is in a network of the owner', async () => {
    const port = await serve((_, reply) => reply.end('ok'));
    const url = new URL(`https://hooks.example:${port}`);
    expect(await sender({ networks: ['127.0.0.0/8'] })(url, webhook)).toEqual({ status: 200 });
    expect(await sender({ networks: ['10.0.0.0/8'] })(url, webhook)).toEqual({ fault: 'address' });
  });
});
