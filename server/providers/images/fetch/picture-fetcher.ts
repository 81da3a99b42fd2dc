import type { IncomingMessage } from 'node:http';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';
import { findAddresses, requestPinned, resolveHost } from '../../outgoing/pinned-request.ts';
import { isPublicAddress } from '../../outgoing/public-address.ts';
import type { FetchPicture } from '../port.ts';
import { pictureProblem } from '../processing/picture-problem.ts';

interface FetcherDeps {
  /** The IP addresses of a host; none when it has none. */
  resolve?: (host: string) => Promise<readonly string[]>;
  mayConnect?: (address: string, port: number) => boolean;
  /** The limit for everything from the name of the host to the last byte. */
  timeoutMs?: number;
}

/**
 * Asks for each host name once, and connects only to public addresses among the answers: a name that is resolved again, or
 * leads elsewhere, cannot make the server reach its own network. Redirects are not followed. Nothing is sent but the address.
 */
export function createPictureFetcher({
  resolve = resolveHost,
  mayConnect = isPublicServer,
  timeoutMs = 10_000,
}: FetcherDeps = {}): FetchPicture {
  return async function* fetchPicture(url) {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      const found = await findAddresses(url, resolve);
      if (found.length === 0) throw refusal(msg`There is no server of this name`);
      const allowed = found.filter((address) => mayConnect(address, port));
      if (allowed.length === 0) throw refusal(msg`The address is not one of the public internet`);
      signal.throwIfAborted();
      const response = await requestPinned(url, allowed, { signal, headers });
      try {
        refuseReply(response);
        yield* limited(response);
      } finally {
        response.destroy();
      }
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      const seconds = timeoutMs / 1000;
      throw refusal(
        signal.aborted
          ? msg`The server of the address took longer than ${seconds} seconds`
          : msg`The server of the address did not send the picture`,
        cause,
      );
    }
  };
}

const headers = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'picture-import',
};

function isPublicServer(address: string, port: number): boolean {
  return isPublicAddress(address) && (port === 443 || port === 80);
}

function refuseReply({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) {
    throw refusal(
      msg`The address redirects to another one. Give the address of the picture itself.`,
    );
  }
  if (statusCode !== 200) throw refusal(msg`There is no picture at the address (${statusCode})`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw refusal(msg`The server of the address compresses the picture`);
  }
  if (Number(headers['content-length']) > limits.imageBytes) throw tooLarge();
}

async function* limited(response: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > limits.imageBytes) throw tooLarge();
    yield chunk;
  }
}

const tooLarge = () => pictureProblem('too-large', msg`A picture may have at most ${megabytes} MB`);

const megabytes = limits.imageBytes / 1024 / 1024;

const refusal = (detail: ProblemText, cause?: unknown) =>
  pictureProblem('bad-input', detail, cause);
