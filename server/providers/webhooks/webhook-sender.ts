import type { IncomingMessage } from 'node:http';
import { isInNetworks } from '../../core/ip-networks.ts';
import {
  findAddresses,
  type ResolveHost,
  requestPinned,
  resolveHost,
} from '../outgoing/pinned-request.ts';
import { isPublicAddress } from '../outgoing/public-address.ts';
import type { SendWebhook, WebhookAnswer } from './port.ts';

interface SenderOptions {
  /** The owner's own addresses and networks that may be called although they are not public. */
  networks?: readonly string[];
  resolve?: ResolveHost;
  /** The limit for everything from the name of the host to the last byte of the answer. */
  timeoutMs?: number;
  /** The certificate of a root that is trusted instead of the usual ones. */
  ca?: string;
}

const maxAnswerBytes = 64 * 1024;

/**
 * Sends webhooks to https addresses alone. A host that resolves to one address that is not public is refused, whatever its other
 * addresses are, and the connection is made to those that were checked.
 */
export function createWebhookSender({
  networks = [],
  resolve = resolveHost,
  timeoutMs = 15_000,
  ca,
}: SenderOptions = {}): SendWebhook {
  const mayReceive = (address: string) =>
    isPublicAddress(address) || isInNetworks(networks, address);
  return async (url, { body, headers: signed }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const port = Number(url.port || 443);
      if (url.protocol !== 'https:' || (port !== 443 && port <= 1023)) return { fault: 'address' };
      const addresses = await findAddresses(url, resolve);
      if (addresses.length === 0 || !addresses.every(mayReceive)) return { fault: 'address' };
      signal.throwIfAborted();
      const headers = { ...commonHeaders, ...signed };
      return await readAnswer(await requestPinned(url, addresses, { signal, headers, body, ca }));
    } catch {
      return { fault: signal.aborted ? 'timeout' : 'connection' };
    }
  };
}

const commonHeaders = {
  'content-type': 'application/json',
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'webhooks',
};

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const { statusCode: status = 0, headers } = response;
  try {
    if (status >= 300 && status < 400) return { fault: 'redirect' };
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) return { fault: 'too-large' };
    }
    return { status, retryAfter: headers['retry-after'] };
  } finally {
    response.destroy();
  }
}
