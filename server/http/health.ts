import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem } from '../core/problem.ts';
import { sendProblem } from './api/problem-reply.ts';

export interface HealthDeps {
  /** Resolves when the database responds. */
  askDatabase: () => Promise<unknown>;
  isDraining: () => boolean;
}

const readyTimeoutMs = 2_000;
const readyKeptMs = 1_000;

/**
 * The endpoints for load balancers and containers: `/healthz` is 200 while the process runs, `/readyz` is 503 while the
 * database does not respond within two seconds or the server is stopping. Neither counts towards the rate limit, so
 * `/readyz` asks the database once for all requests of the same second.
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
  const options = { config: { isHealthCheck: true } };
  app.get('/healthz', options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  // This is not thrown: load balancers ask every second or two, and one line for each would fill the log.
  const refuse = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => {
    request.log.debug({ err: problem.cause }, problem.message);
    return sendProblem(problem, request, reply);
  };
  app.get('/readyz', options, async (request, reply) => {
    if (isDraining()) {
      return refuse(new Problem('unavailable', msg`The server is stopping`), request, reply);
    }
    try {
      await ready();
    } catch (cause) {
      const detail = msg`The database does not answer`;
      const problem = new Problem('unavailable', detail, { cause });
      return refuse(problem, request, reply);
    }
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
