import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { ServiceAccount } from '../../../config/firebase-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';

const scope = 'https://www.googleapis.com/auth/identitytoolkit';
const assertionSeconds = 3_600;
/** So long before its end a token is not used any more. */
const marginSeconds = 60;

/** Access to a project's accounts. */
export interface AccessTokenSource {
  /** The value of the header `authorization`. */
  header(): Promise<string>;
  /** Google has refused it: the next one is fetched anew. */
  forget(): void;
}

/** The emulator takes this for the owner of the project. */
export const emulatorAccessToken: AccessTokenSource = {
  header: async () => 'Bearer owner',
  forget: () => undefined,
};

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/**
 * Exchanges an assertion that is signed with the service account's key for an access token (RFC 7523), and keeps that
 * until a minute before its end.
 * @throws Problem unavailable when Google gives none
 */
export function createServiceAccountToken(
  account: ServiceAccount,
  clock: Clock,
): AccessTokenSource {
  let kept: { token: string; goodUntilMs: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const response = await fetchFromGoogle(account.tokenAddress, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await assertionOf(account, clock),
      }),
    });
    const said = granted.safeParse(await readJson(response));
    if (!said.success) {
      const cause = new Error(`The key of the service account was refused (${response.status})`);
      throw identityProblem('provider-failed', { cause });
    }
    const { access_token: token, expires_in: seconds } = said.data;
    kept = { token, goodUntilMs: clock.now().getTime() + (seconds - marginSeconds) * 1_000 };
    return token;
  }

  return {
    async header() {
      if (kept && kept.goodUntilMs > clock.now().getTime()) return `Bearer ${kept.token}`;
      underWay ??= fetchToken().finally(() => {
        underWay = undefined;
      });
      return `Bearer ${await underWay}`;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function assertionOf(account: ServiceAccount, clock: Clock): Promise<string> {
  const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.clientEmail)
    .setAudience(account.tokenAddress)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + assertionSeconds)
    .sign(await importPKCS8(account.privateKey, 'RS256'));
}
