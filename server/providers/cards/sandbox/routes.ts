import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import {
  type SandboxAnswer,
  sandboxChallengeAnswer,
  sandboxConfirmation,
  sandboxLookUp,
} from '#contract/sandbox-cards.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/test-cards.ts';
import { Problem } from '../../../core/problem.ts';
import { answerChallenge, confirmIntent, readIntent } from './confirm-intent.ts';
import { isSandboxIntent, type LedgerDeps } from './sandbox-records.ts';

/** Cards that one address may try in a minute: enough for somebody who mistypes, too few for somebody who searches. */
const triesPerMinute = 30;

/** Answers the browser: `contract/sandbox-cards.ts` says what these paths take and answer. */
export function serveSandbox(app: FastifyInstance, deps: LedgerDeps): void {
  const route = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    answer: (deps: LedgerDeps, id: string, input: z.output<Schema>) => Promise<SandboxAnswer>,
  ) =>
    app.post<{ Params: { id: string } }>(
      sandboxCardsBase + path.replace('{id}', ':id'),
      { config: { rateLimit: { max: triesPerMinute, timeWindow: '1 minute' } } },
      async (request, reply) => {
        const { id } = request.params;
        // Nothing else gets as far as the database, which cannot even compare some of what an address may hold.
        if (!isSandboxIntent(id)) throw new Problem('not-found', 'There is no such payment.');
        return send(reply, await answer(deps, id, parse(schema, request.body)));
      },
    );
  route(sandboxCardsPaths.readIntent, sandboxLookUp, readIntent);
  route(sandboxCardsPaths.confirm, sandboxConfirmation, confirmIntent);
  route(sandboxCardsPaths.answerChallenge, sandboxChallengeAnswer, answerChallenge);
}

function send(reply: FastifyReply, answer: SandboxAnswer): FastifyReply {
  return reply
    .code(answer.error ? 402 : 200)
    .header('cache-control', 'no-store')
    .send(answer);
}

/** What is wrong is told by the field's name alone: nothing that was typed comes back, or into a log. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message, code }) => ({
    field: path.join('.') || 'body',
    message:
      code === 'unrecognized_keys'
        ? 'There are fields here that nobody asked for'
        : message.startsWith('Invalid input')
          ? 'This is missing or of the wrong type'
          : message,
  }));
  throw new Problem('bad-input', errors.map(({ message }) => message).join('. '), { errors });
}
