import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Sends a request on a connection of its own, so that any of the processes behind a port may get it.
 * @returns also which process answered: its part of the request id
 */
export function askOnNewConnection(
  url: string,
  { method = 'GET', body, headers = {} }: AskOptions = {},
): Promise<{ status: number; server: string; body: string }> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(
      url,
      { agent: false, method, headers: { ...type, ...headers } },
      (reply) => {
        const server = String(reply.headers['x-request-id']).slice(0, serverLength);
        text(reply).then(
          (read) => resolve({ status: reply.statusCode ?? 0, server, body: read }),
          reject,
        );
      },
    );
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

interface AskOptions {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Characters of the part of a request id that names the server: six bytes as base64url. */
const serverLength = 8;
