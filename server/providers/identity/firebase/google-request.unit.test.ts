import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fetchFromGoogle, readJson } from './google-request.ts';

let requestCount = 0;
let respond: (response: ServerResponse) => void;
let url: string;
const server = createServer((_request, response) => {
  requestCount += 1;
  respond(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  requestCount = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const unavailable = { code: 'unavailable', reason: 'provider-failed' };

it('a request that times out is retried once', async () => {
  respond = () => undefined;
  await expect(fetchFromGoogle(url, {}, 500)).rejects.toMatchObject(unavailable);
  expect(requestCount).toBe(2);
});

it('a request whose connection is closed is retried', async () => {
  respond = (response) => (requestCount === 1 ? response.destroy() : response.end('{}'));
  await expect(fetchFromGoogle(url).then(readJson)).resolves.toEqual({});
});

it('an error status below 500 is returned without a retry', async () => {
  respond = (response) => response.writeHead(403).end('{"error":{}}');
  expect((await fetchFromGoogle(url)).status).toBe(403);
  expect(requestCount).toBe(1);
});

it('a response that is not JSON is a failure', async () => {
  respond = (response) => response.end('<html>');
  await expect(fetchFromGoogle(url).then(readJson)).rejects.toMatchObject(unavailable);
});
