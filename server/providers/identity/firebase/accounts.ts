import { z } from 'zod';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';
import type { AccessTokenSource } from './service-account-token.ts';

/** An account of the project, as Firebase knows it now. */
export interface Account {
  uid: string;
  /** Undefined for one that has none, such as a guest's. */
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  pictureUrl: string | undefined;
  isDisabled: boolean;
  /** Sessions that began before this time, in seconds, have ended. */
  validSinceSeconds: number;
  /** In which ways the person can sign in: `password`, `google.com`. */
  waysIn: readonly string[];
}

/** The accounts of a project, through the REST interface of Google's Identity Toolkit. */
export interface Accounts {
  findByUid(uid: string): Promise<Account | null>;
  findByEmail(email: string): Promise<Account | null>;
  /** Forgets the account. Does nothing when there is none. */
  remove(uid: string): Promise<void>;
  /** Ends the sessions that began before this moment. Does nothing when there is no such account. */
  endSessions(uid: string, at: Date): Promise<void>;
}

const listed = z.object({
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

const refusal = z.object({ error: z.object({ message: z.string() }) });

/**
 * @param base address of the project's accounts, `…/v1/projects/<id>/accounts`
 * @throws Problem unavailable from each method when Google does not answer, or refuses
 */
export function createAccountsClient(base: string, access: AccessTokenSource): Accounts {
  async function ask(method: string, body: object): Promise<unknown> {
    const send = async () =>
      fetchFromGoogle(`${base}:${method}`, {
        method: 'POST',
        headers: { authorization: await access.header(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    let response = await send();
    if (response.status === 401) {
      // The access was taken back before its time.
      access.forget();
      response = await send();
    }
    const said = await readJson(response);
    if (response.ok) return said;
    const why = refusal.safeParse(said).data?.error.message ?? 'no reason';
    if (why.startsWith('USER_NOT_FOUND')) return null;
    const cause = new Error(`Firebase refused ${method}: ${response.status} ${why}`);
    throw identityProblem('provider-failed', { cause });
  }

  async function find(question: object): Promise<Account | null> {
    const said = listed.safeParse((await ask('lookup', question)) ?? {});
    if (!said.success) throw identityProblem('provider-failed', { cause: said.error });
    const [user] = said.data.users;
    if (!user) return null;
    return {
      uid: user.localId,
      email: user.email?.toLowerCase(),
      isEmailVerified: user.emailVerified === true,
      name: user.displayName || undefined,
      pictureUrl: user.photoUrl || undefined,
      isDisabled: user.disabled === true,
      validSinceSeconds: user.validSince ?? 0,
      waysIn: (user.providerUserInfo ?? []).map(({ providerId }) => providerId),
    };
  }

  return {
    findByUid: (uid) => find({ localId: [uid] }),
    findByEmail: (email) => find({ email: [email.toLowerCase()] }),
    async remove(uid) {
      await ask('delete', { localId: uid });
    },
    async endSessions(uid, at) {
      const validSince = String(Math.floor(at.getTime() / 1_000));
      await ask('update', { localId: uid, validSince });
    },
  };
}
