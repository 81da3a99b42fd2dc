import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { asLine } from '#contract/fields.ts';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';
import type { AccessTokenSource } from './service-account-token.ts';

/** An account of the project, as currently stored at Firebase. */
export interface Account {
  uid: string;
  /** Undefined for accounts without one, such as anonymous ones. */
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  pictureUrl: string | undefined;
  isDisabled: boolean;
  /** Sessions that started before this Unix time have ended. */
  validSinceSeconds: number;
  /** The linked sign-in providers: `password`, `google.com`. */
  signInProviders: readonly string[];
}

/** The accounts of a project, through the REST interface of Google's Identity Toolkit. */
export interface Accounts {
  findByUid(uid: string): Promise<Account | null>;
  findByEmail(email: string): Promise<Account | null>;
  /** Deletes the account. Does nothing when there is none. */
  remove(uid: string): Promise<void>;
  /**
   * The address to which a link with this code was mailed that verifies an address; null when the code is unknown, used or
   * expired. The code can still be used afterwards.
   */
  findVerifiedEmail(code: string, referrer: string | undefined): Promise<string | null>;
  /** Ends the sessions that started before this time. Does nothing when there is no such account. */
  endSessions(uid: string, at: Date): Promise<void>;
}

const lookupResponse = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        email: z.string().optional(),
        emailVerified: z.boolean().optional(),
        displayName: z.string().optional(),
        photoUrl: z.string().optional(),
        disabled: z.boolean().optional(),
        validSince: z.coerce.number().optional(),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).optional(),
      }),
    )
    .default([]),
});

const codeResponse = z.object({ email: z.string(), requestType: z.string() });

const errorResponse = z.object({ error: z.object({ message: z.string() }) });

/**
 * @param baseUrl of the project's accounts, `…/v1/projects/<id>/accounts`
 * @param codesUrl reads codes, with the key of the web app
 * @throws Problem unavailable from each method when Google cannot be reached or refuses the request
 */
export function createAccountsClient(
  { baseUrl, codesUrl }: { baseUrl: string; codesUrl: string },
  access: AccessTokenSource,
): Accounts {
  async function call(method: string, body: object): Promise<unknown> {
    const send = async () =>
      fetchFromGoogle(`${baseUrl}:${method}`, {
        method: 'POST',
        headers: { authorization: await access.header(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    let response = await send();
    if (response.status === 401) {
      // The token was revoked before it expired.
      access.discard();
      response = await send();
    }
    return readResult(response, method, /^USER_NOT_FOUND/);
  }

  async function find(query: object): Promise<Account | null> {
    const parsed = lookupResponse.safeParse((await call('lookup', query)) ?? {});
    if (!parsed.success) throw identityProblem('provider-failed', { cause: parsed.error });
    const [user] = parsed.data.users;
    if (!user) return null;
    return {
      uid: user.localId,
      email: user.email?.toLowerCase(),
      isEmailVerified: user.emailVerified === true,
      name: asLine(user.displayName ?? '', limits.personNameLength) || undefined,
      pictureUrl: user.photoUrl || undefined,
      isDisabled: user.disabled === true,
      validSinceSeconds: user.validSince ?? 0,
      signInProviders: (user.providerUserInfo ?? []).map(({ providerId }) => providerId),
    };
  }

  return {
    findByUid: (uid) => find({ localId: [uid] }),
    findByEmail: (email) => find({ email: [email.toLowerCase()] }),
    async remove(uid) {
      await call('delete', { localId: uid });
    },
    async findVerifiedEmail(code, referrer) {
      // The key may be restricted to pages of the shop.
      const headers = {
        'content-type': 'application/json',
        ...(referrer && { referer: referrer }),
      };
      const body = JSON.stringify({ oobCode: code });
      const response = await fetchFromGoogle(codesUrl, { method: 'POST', headers, body });
      const result = await readResult(response, 'resetPassword', /^(INVALID|EXPIRED)_OOB_CODE/);
      const found = codeResponse.safeParse(result).data;
      return found?.requestType === 'VERIFY_EMAIL' ? found.email.toLowerCase() : null;
    },
    async endSessions(uid, at) {
      const validSince = String(Math.floor(at.getTime() / 1_000));
      await call('update', { localId: uid, validSince });
    },
  };
}

/**
 * @param absent the reasons of a refusal that means: there is no such thing
 * @returns the body, or null when there is no such thing
 */
async function readResult(response: Response, method: string, absent: RegExp): Promise<unknown> {
  const result = await readJson(response);
  if (response.ok) return result;
  const reason = errorResponse.safeParse(result).data?.error.message ?? 'no reason given';
  if (absent.test(reason)) return null;
  const cause = new Error(`Firebase refused ${method}: ${response.status} ${reason}`);
  throw identityProblem('provider-failed', { cause });
}
