import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { ServiceAccount } from '../../../config/firebase-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';

const scope = 'https://www.googleapis.com/auth/identitytoolkit';
const assertionSeconds = 3_600;
/** A token is renewed this long before it expires. */
const marginSeconds = 60;

/** Supplies access tokens for a project's accounts. */
export interface AccessTokenSource {
  /** Returns the value of the `authorization` header. */
  header(): Promise<string>;
  /** Discards the cached token after Google has refused it. */
  discard(): void;
}

/** The emulator accepts this token as the owner of the project. */
export const emulatorAccessToken: AccessTokenSource = {
  header: async () => 'Bearer owner',
  discard: () => undefined,
};

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/**
 * Exchanges an assertion signed with the service account's key for an access token (RFC 7523), and caches it until a
 * minute before it expires.
 * @throws Problem unavailable when Google refuses or cannot be reached
 */
export function createServiceAccountToken(
  account: ServiceAccount,
  clock: Clock,
): AccessTokenSource {
  let cached: { token: string; renewAtMs: number } | undefined;
  let pending: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const response = await fetchFromGoogle(account.tokenAddress, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(account, clock),
      }),
    });
    const parsed = tokenResponse.safeParse(await readJson(response));
    if (!parsed.success) {
      const cause = new Error(`Google refused the service account key (${response.status})`);
      throw identityProblem('provider-failed', { cause });
    }
    const { access_token: token, expires_in: seconds } = parsed.data;
    cached = { token, renewAtMs: clock.now().getTime() + (seconds - marginSeconds) * 1_000 };
    return token;
  }

  return {
    async header() {
      if (cached && cached.renewAtMs > clock.now().getTime()) return `Bearer ${cached.token}`;
      pending ??= fetchToken().finally(() => {
        pending = undefined;
      });
      return `Bearer ${await pending}`;
    },
    discard() {
      cached = undefined;
    },
  };
}

async function signAssertion(account: ServiceAccount, clock: Clock): Promise<string> {
  const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.clientEmail)
    .setAudience(account.tokenAddress)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + assertionSeconds)
    .sign(await importPKCS8(account.privateKey, 'RS256'));
}
