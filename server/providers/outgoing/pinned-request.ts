import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The IP addresses of a host; none when it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Not by `dns.lookup`, which knows the names of /etc/hosts too and waits in one of the few threads that pictures and passwords
 * need.
 */
export async function resolveHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The IP addresses of the host of an address. Ask once, and connect to those that were checked. */
export async function findAddresses(url: URL, resolve: ResolveHost): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? [host] : resolve(host);
}

interface PinnedRequest {
  signal: AbortSignal;
  headers: Readonly<Record<string, string>>;
  /** Sent with POST; without it, the request is GET. */
  body?: string;
  /** A certificate of a root that is trusted, beside none. */
  ca?: string | undefined;
}

/**
 * Sends a request to these IP addresses of its host and to no other: a name that is resolved again, or leads elsewhere, cannot
 * make the server reach its own network. Redirects are not followed.
 */
export function requestPinned(
  url: URL,
  addresses: readonly string[],
  { signal, headers, body, ca }: PinnedRequest,
): Promise<IncomingMessage> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, pinned);
    else done(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
  // A connection of its own, and not one that was opened to another address of this name.
  const options = { lookup, signal, headers, agent: false, ...(ca !== undefined && { ca }) };
  const method = body === undefined ? 'GET' : 'POST';
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
