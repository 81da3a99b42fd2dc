import type { FastifyInstance } from 'fastify';
import { Problem } from '../core/problem.ts';

export interface HealthDeps {
  /** Resolves when the database responds. */
  askDatabase: () => Promise<unknown>;
  isDraining: () => boolean;
}

const readyTimeoutMs = 2_000;
const readyKeptMs = 1_000;

/**
 * For load balancers and containers: `/healthz` is 200 while the process runs, `/readyz` is 503 while the database does not
 * respond within two seconds or the server is stopping. Neither counts towards the rate limit, so `/readyz` asks the
 * database once for all requests of the same second.
 */
export function serveHealth(app: FastifyInstance, { askDatabase, isDraining }: HealthDeps): void {
  let answer: Promise<void> | undefined;
  const ready = () => {
    answer ??= within(readyTimeoutMs, askDatabase()).finally(() => {
      setTimeout(() => {
        answer = undefined;
      }, readyKeptMs).unref();
    });
    return answer;
  };
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) throw new Problem('unavailable', 'The server is stopping');
    await ready().catch((cause: unknown) => {
      throw new Problem('unavailable', 'The database does not answer', {
        cause,
        retryAfterSeconds: 2,
      });
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${limitMs} ms`)), limitMs);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
