import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import {
  type SandboxAnswer,
  sandboxChallengeAnswer,
  sandboxConfirmation,
  sandboxDisputeChange,
  sandboxLookUp,
} from '#contract/payments/sandbox-cards.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { msg } from '#contract/text.ts';
import { badInput, Problem } from '../../../core/problem.ts';
import { answerChallenge, confirmIntent, readIntent } from './confirm-intent.ts';
import { changeDispute } from './disputes.ts';
import { isSandboxIntentId, type SandboxDeps } from './sandbox-records.ts';

/** Requests per IP address: enough for typing errors, too few for testing card numbers. */
const maxRequestsPerMinute = 30;

/** Routes for the browser of the buyer; `contract/payments/sandbox-cards.ts` defines their requests and responses. */
export function registerSandboxRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const route = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    handle: (deps: SandboxDeps, id: string, input: z.output<Schema>) => Promise<SandboxAnswer>,
  ) =>
    app.post<{ Params: { id: string } }>(
      sandboxCardsBase + path.replace('{id}', ':id'),
      { config: { rateLimit: { max: maxRequestsPerMinute, timeWindow: '1 minute' } } },
      async (request, reply) => {
        const { id } = request.params;
        // PostgreSQL rejects some strings that a path may contain, such as a zero byte.
        if (!isSandboxIntentId(id)) throw new Problem('not-found', msg`There is no such payment.`);
        return send(reply, await handle(deps, id, parse(schema, request.body)));
      },
    );
  route(sandboxCardsPaths.readIntent, sandboxLookUp, readIntent);
  route(sandboxCardsPaths.confirm, sandboxConfirmation, confirmIntent);
  route(sandboxCardsPaths.answerChallenge, sandboxChallengeAnswer, answerChallenge);
  route(sandboxCardsPaths.dispute, sandboxDisputeChange, changeDispute);
}

function send(reply: FastifyReply, answer: SandboxAnswer): FastifyReply {
  return reply
    .code(answer.error ? 402 : 200)
    .header('cache-control', 'no-store')
    .send(answer);
}

/** Errors name the field only: the input, which may be a card number, is neither returned nor logged. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message, code }) => ({
    field: path.join('.') || 'body',
    message:
      code === 'unrecognized_keys'
        ? msg`There are unknown fields in the request`
        : message.startsWith('Invalid input')
          ? msg`This is missing or of the wrong type`
          : message,
  }));
  throw badInput(errors);
}
