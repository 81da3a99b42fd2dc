import type { FastifyInstance } from 'fastify';
import { identityBase, identityPaths as paths } from '#contract/identity/identity-paths.ts';
import { secondFactorPaths as factorPaths } from '#contract/identity/second-factor.ts';
import { proveByPassword, readOwnProofWays, startGoogleProof } from './accounts/prove-identity.ts';
import { endOtherSessions, endSession, listSessions } from './accounts/sessions.ts';
import {
  finishGoogleSignIn,
  forward,
  resetPassword,
  startGoogleSignIn,
  verifyEmail,
} from './accounts/sign-in.ts';
import type { BetterAuthInstances } from './better-auth/better-auth-instances.ts';
import { type Exchange, type HandlerDeps, requireOwnOrigin } from './exchange.ts';
import { type PostPath, parseIdentityRequest } from './request-bodies.ts';
import {
  addAuthenticator,
  addPasskey,
  beginPasskey,
  readOwnFactors,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './second-factor/change-factors.ts';
import {
  beginPasskeySignIn,
  enterCode,
  enterRecoveryCode,
  readOwnSecondStep,
  signInWithPasskey,
} from './second-factor/second-step.ts';

/** @returns the body of the reply, or the reply after a redirect */
type Handler = (exchange: Exchange) => Promise<unknown>;

/** Only these of Better Auth's paths are exposed, by `forward`. */
const getHandlers: Readonly<Record<string, Handler>> = {
  [paths.readSession]: forward,
  [paths.readToken]: forward,
  '/jwks': forward,
  [paths.verifyEmail]: verifyEmail,
  '/callback/google': finishGoogleSignIn,
  [paths.listSessions]: listSessions,
  [paths.readProofWays]: readOwnProofWays,
  [factorPaths.readFactors]: readOwnFactors,
  [factorPaths.readSecondStep]: readOwnSecondStep,
  [factorPaths.beginPasskeySignIn]: beginPasskeySignIn,
};

const postHandlers: Readonly<Record<PostPath, Handler>> = {
  [paths.signUp]: forward,
  [paths.signIn]: forward,
  [paths.signInWithGoogle]: startGoogleSignIn,
  [paths.signOut]: forward,
  [paths.updateProfile]: forward,
  [paths.changePassword]: forward,
  [paths.askForReset]: forward,
  [paths.resetPassword]: resetPassword,
  [paths.askForVerification]: forward,
  [paths.proveByPassword]: proveByPassword,
  [paths.proveByGoogle]: startGoogleProof,
  [paths.endSession]: endSession,
  [paths.endOtherSessions]: endOtherSessions,
  [paths.endSessions]: forward,
  [factorPaths.addAuthenticator]: addAuthenticator,
  [factorPaths.enterCode]: enterCode,
  [factorPaths.enterRecoveryCode]: enterRecoveryCode,
  [factorPaths.removeAuthenticator]: removeAuthenticator,
  [factorPaths.renewRecoveryCodes]: renewRecoveryCodes,
  [factorPaths.beginPasskey]: beginPasskey,
  [factorPaths.addPasskey]: addPasskey,
  [factorPaths.renamePasskey]: renamePasskey,
  [factorPaths.removePasskey]: removePasskey,
  [factorPaths.signInWithPasskey]: signInWithPasskey,
};

const googlePaths: readonly string[] = [
  paths.signInWithGoogle,
  paths.proveByGoogle,
  '/callback/google',
];

export interface IdentityRoutesDeps extends HandlerDeps {
  instances: BetterAuthInstances;
  /** Origins of an external image host. */
  pictureOrigins: readonly string[];
}

/** Every request takes this way: its body is validated, its origin checked, and a handler gives the body of the reply. */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRoutesDeps): void {
  const { instances, pictureOrigins, ...handlerDeps } = deps;

  function addRoute(method: 'GET' | 'POST', path: string, handle: Handler): void {
    app.route({
      method,
      url: identityBase + path,
      // A HEAD of a path of Better Auth would have the effect of a GET.
      exposeHeadRoute: false,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const { host } = request.headers;
        const body =
          method === 'POST'
            ? parseIdentityRequest(path as PostPath, request.body, pictureOrigins)
            : {};
        const auth = googlePaths.includes(path)
          ? await instances.forHostWithGoogle(host)
          : instances.forHost(host);
        const exchange = { ...handlerDeps, auth, path, request, reply, body };
        // Better Auth checks the origin of its own paths itself.
        if (method === 'POST' && handle !== forward) requireOwnOrigin(exchange);
        const result = await handle(exchange);
        if (result === reply) return reply;
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(result));
      },
    });
  }

  for (const [path, handle] of Object.entries(getHandlers)) addRoute('GET', path, handle);
  for (const [path, handle] of Object.entries(postHandlers)) addRoute('POST', path, handle);
}
