import type { FastifyServerOptions } from 'fastify';
import { type ProblemCode, problems } from '#contract/problems.ts';

/** Limits of time and size for requests and idle connections. */
export const connectionLimits = {
  /** Bodies of calls are small; the uploads of pictures and clips have limits of their own. */
  bodyLimit: 64 * 1024,
  /** Long enough for an id, a name or an email address (254 characters, three bytes each when escaped). */
  routerOptions: { maxParamLength: 800 },
  /** Time to receive a request: a clip of 40 MB at a megabit per second. */
  requestTimeout: 360_000,
  /** Longer than the usual 60 s of load balancers, so that they close idle connections first. */
  keepAliveTimeout: 72_000,
  clientErrorHandler: refuseBrokenRequest,
} satisfies FastifyServerOptions;

const codes: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** Replies on the socket to a request that Node could not parse, because Fastify never gets it. */
function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: { writable: boolean; end(text: string): void; destroy(cause?: Error): void },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const code = codes[error.code ?? ''] ?? 'bad-input';
  const { status, title } = problems[code];
  const body = JSON.stringify({ type: `/api/problems#${code}`, title, status, detail: title });
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
