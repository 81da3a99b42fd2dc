import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identityBase } from '#contract/identity-paths.ts';
import { secondFactorPaths as paths } from '#contract/second-factor.ts';
import { placeOfAddress } from '../../../core/client-place.ts';
import { parseIdentityRequest, type SecondFactorPath } from './request-bodies.ts';
import {
  addAuthenticator,
  addPasskey,
  beginPasskey,
  finishAuthenticator,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './second-factor/change-factors.ts';
import {
  enterCode,
  enterRecoveryCode,
  requirePendingSignIn,
  signInWithPasskey,
} from './second-factor/second-step.ts';
import { readSecondFactors, readSecondStep } from './second-factor/stored-factors.ts';
import {
  askBetterAuth,
  type FactorDeps,
  type FactorExchange,
  readSession,
  requireOwnOrigin,
  requireSession,
} from './second-factor-exchange.ts';

type Handler = (deps: FactorDeps, exchange: FactorExchange) => Promise<object>;

const handlers: Record<SecondFactorPath, Handler> = {
  [paths.addAuthenticator]: addAuthenticator,
  [paths.enterCode]: async (deps, exchange) =>
    (await readSession(exchange)) ? finishAuthenticator(deps, exchange) : enterCode(deps, exchange),
  [paths.enterRecoveryCode]: enterRecoveryCode,
  [paths.removeAuthenticator]: removeAuthenticator,
  [paths.renewRecoveryCodes]: renewRecoveryCodes,
  [paths.beginPasskey]: beginPasskey,
  [paths.addPasskey]: addPasskey,
  [paths.renamePasskey]: renamePasskey,
  [paths.removePasskey]: removePasskey,
  [paths.signInWithPasskey]: signInWithPasskey,
};

/** Exposes Better Auth's routes of second factors, with a fresh proof, limits, mails and the security log around them. */
export function registerSecondFactorRoutes(app: FastifyInstance, deps: FactorDeps): void {
  for (const path of Object.keys(handlers) as SecondFactorPath[]) {
    app.post(identityBase + path, (request, reply) => {
      const body = parseIdentityRequest(path, request.body, []);
      const exchange = { ...exchangeOf(deps, { path, request, reply }), body };
      requireOwnOrigin(exchange);
      return handlers[path](deps, exchange);
    });
  }
  app.get(identityBase + paths.readFactors, async (request, reply) => {
    const exchange = exchangeOf(deps, { path: paths.readFactors, request, reply });
    const { user } = await requireSession(exchange);
    return readSecondFactors(deps.sql, user);
  });
  app.get(identityBase + paths.readSecondStep, async (request, reply) => {
    const exchange = exchangeOf(deps, { path: paths.readSecondStep, request, reply });
    const pending = await requirePendingSignIn(deps, exchange);
    return readSecondStep(deps.sql, pending.id);
  });
  app.route({
    method: 'GET',
    url: identityBase + paths.beginPasskeySignIn,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const path = paths.beginPasskeySignIn;
      const place = placeOfAddress(request.ip);
      await deps.guard.begin({
        path,
        reqId: request.id,
        place,
        device: undefined,
        email: undefined,
      });
      const exchange = exchangeOf(deps, { path, request, reply });
      const options = await askBetterAuth(exchange, undefined);
      // Better Auth asks for what it calls preferred; a passkey that was not unlocked would be refused.
      return { ...options, userVerification: 'required' };
    },
  });
}

function exchangeOf(
  { instances, guard }: FactorDeps,
  { path, request, reply }: { path: string; request: FastifyRequest; reply: FastifyReply },
): FactorExchange {
  reply.header('cache-control', 'no-store');
  return { auth: instances.forHost(request.headers.host), guard, path, request, reply, body: {} };
}
