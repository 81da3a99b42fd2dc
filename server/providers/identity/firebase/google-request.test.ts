import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fetchFromGoogle, readJson } from './google-request.ts';

let asked = 0;
let answer: (response: ServerResponse) => void;
let url: string;
const server = createServer((_request, response) => {
  asked += 1;
  answer(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const unavailable = { code: 'unavailable', reason: 'provider-failed' };

it('who does not answer in time is asked once more, and not for ever', async () => {
  answer = () => undefined;
  await expect(fetchFromGoogle(url, {}, 500)).rejects.toMatchObject(unavailable);
  expect(asked).toBe(2);
});

it('who hangs up is asked once more', async () => {
  answer = (response) => (asked === 1 ? response.destroy() : response.end('{}'));
  await expect(fetchFromGoogle(url).then(readJson)).resolves.toEqual({});
});

it('a refusal is an answer', async () => {
  answer = (response) => response.writeHead(403).end('{"error":{}}');
  expect((await fetchFromGoogle(url)).status).toBe(403);
  expect(asked).toBe(1);
});

it('an answer that nobody can read is none', async () => {
  answer = (response) => response.end('<html>');
  await expect(fetchFromGoogle(url).then(readJson)).rejects.toMatchObject(unavailable);
});
