import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { type ProblemCode, problems } from '#contract/problems.ts';
import { msg } from '#contract/text.ts';
import { isDiskFull } from '../../core/disk-full.ts';
import { isOutage } from '../../core/outage.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';

/**
 * Sets the error handler of the app: a problem becomes `application/problem+json` (RFC 9457), any other error becomes
 * `internal`, with its cause in the log and not in the reply.
 */
export function replyWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(isBrokenOff(error, request) ? bodyCutOff : error);
    logProblem(problem, request);
    return sendProblem(problem, request, reply);
  });
}

/** Whether the client ended the connection before it had sent the body, which is no failure of the server. */
function isBrokenOff(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (error as ThrownError).code === 'ECONNRESET';
}

const bodyCutOff = new Problem(
  'bad-input',
  msg`The body does not have the length that the request states`,
);

/** Replies 404 to an unknown address, and 405 to a method that the address does not have. */
export function replyToUnknownAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(request);
  if (methods.length === 0) {
    return sendProblem(new Problem('not-found', msg`There is no such address`), request, reply);
  }
  reply.header('allow', methods.join(', '));
  const detail = `This address answers ${methods.join(', ')}`;
  return sendProblem(new Problem('wrong-method', detail), request, reply);
}

export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { retryAfterSeconds = waitFor[problem.code] } = problem;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (problem.code === 'not-signed-in') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      type: `${apiBase}/problems#${problem.code}`,
      title: problems[problem.code].title,
      status: problem.status,
      detail: problem.message,
      ...(problem.detailId === undefined ? {} : { detailId: problem.detailId }),
      ...(problem.detailValues === undefined ? {} : { detailValues: problem.detailValues }),
      requestId: request.id,
      ...(problem.reason === undefined ? {} : { code: problem.reason }),
      ...(problem.version === undefined ? {} : { version: problem.version }),
      ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
      ...request.routeOptions.config.refusal?.(request),
    });
}

/** When to try again, in seconds, unless the problem itself says so. */
const waitFor: Partial<Record<ProblemCode, number>> = { unavailable: 2 };

/** Errors of Fastify, by their codes. */
const frameworkErrors: Record<string, { code: ProblemCode; detail: ProblemText }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'wrong-content',
    detail: msg`Send the body as application/json`,
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'bad-input', detail: msg`The body is empty` },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'bad-input', detail: msg`The body is not valid JSON` },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad-input',
    detail: msg`The body does not have the length that the request states`,
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too-large', detail: msg`The body is too large` },
  FST_ERR_BAD_URL: { code: 'bad-input', detail: msg`The address is not well formed` },
  FST_ERR_ASYNC_CONSTRAINT: { code: 'bad-input', detail: msg`The request is not well formed` },
};

/** Any thrown error as a problem. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const error = (thrown instanceof Error ? thrown : {}) as ThrownError;
  const known = frameworkErrors[String(error.code)];
  if (known) return new Problem(known.code, known.detail, { cause: error });
  if (thrown instanceof SyntaxError && error.statusCode === 400) {
    return new Problem('bad-input', msg`The body is not valid JSON`, { cause: error });
  }
  if (isOutage(error)) {
    return new Problem(
      'unavailable',
      msg`The shop cannot answer at the moment. Please try again.`,
      {
        cause: error,
      },
    );
  }
  const code = codeByStatus(error.statusCode);
  if (code) return new Problem(code, problems[code].title, { cause: error });
  return new Problem('internal', msg`Something went wrong on our side. It has been logged.`, {
    cause: thrown,
  });
}

/** Properties of errors of the framework. */
interface ThrownError {
  code?: unknown;
  statusCode?: number;
}

function codeByStatus(status: number | undefined): ProblemCode | undefined {
  if (status === undefined || status < 400 || status >= 500) return undefined;
  const codes = Object.keys(problems) as ProblemCode[];
  return codes.find((code) => problems[code].status === status) ?? 'bad-input';
}

/** Logs failures of the server as errors, refusals because it is busy as warnings, and other refusals at level debug. */
export function logProblem(problem: Problem, request: FastifyRequest): void {
  if (problem.code === 'unavailable' && problem.cause === undefined) {
    request.log.warn({ code: problem.code }, problem.message);
  } else if (problem.status >= 500) {
    const message = isDiskFull(problem.cause)
      ? `The disk of the database or of DATA_DIR is full. Free some space; nothing needs to be restarted.`
      : problem.message;
    request.log.error({ err: problem.cause ?? problem, code: problem.code }, message);
  } else {
    request.log.debug({ code: problem.code, cause: String(problem.cause ?? '') }, problem.message);
  }
}

const contractRoutes = Object.values(calls).map(({ method, path }) => ({
  method,
  url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
  pattern: new RegExp(`^${apiBase}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** The methods of an address: those of served calls, and GET for pages. */
function methodsAt({ url, server }: FastifyRequest): string[] {
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith(`${apiBase}/`)) return ['GET', 'HEAD'];
  const served = contractRoutes.filter(
    (route) =>
      route.pattern.test(path) && server.hasRoute({ method: route.method, url: route.url }),
  );
  return [...new Set(served.map(({ method }) => method))];
}
