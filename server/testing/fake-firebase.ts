import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeJwt,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { FirebaseSettings } from '../config/firebase-settings.ts';
import type { FirebaseRecords } from '../providers/identity/firebase/firebase-records.ts';

/** An account as Identity Toolkit's REST API returns it. */
export interface StoredAccount {
  localId: string;
  email?: string;
  emailVerified?: boolean;
  displayName?: string;
  photoUrl?: string;
  disabled?: boolean;
  /** Unix time, as text. */
  validSince?: string;
  providerUserInfo?: { providerId: string }[];
}

const projectId = 'demo-reprise';
const clientEmail = 'shop@demo-reprise.iam.gserviceaccount.com';

/**
 * Starts a server with the parts of Google that the Firebase adapter calls: public keys, access tokens for a service
 * account, and the accounts of a project.
 */
export async function startFakeFirebase() {
  const [signing, service] = await Promise.all([rsaKeys(), rsaKeys()]);
  const state = {
    keyId: 'first',
    publicKey: signing.publicKey,
    maxAge: 3_600,
    /** The number of next requests that fail with 503. */
    failures: 0,
    accessToken: 'access-1',
    accounts: new Map<string, StoredAccount>(),
    /** What the codes in mailed links are for. */
    mailedCodes: new Map<string, { email: string; requestType: string }>(),
    requests: [] as string[],
  };
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const text = await readText(request);
    state.requests.push(path);
    const send = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (state.failures > 0) {
      state.failures -= 1;
      send(503, { error: { message: 'UNAVAILABLE' } });
    } else if (path === '/keys') {
      const key = { ...(await exportJWK(state.publicKey)), kid: state.keyId };
      send(200, { keys: [key] }, { 'cache-control': `public, max-age=${state.maxAge}` });
    } else if (path === '/token') {
      const isRight = await isValidAssertion(new URLSearchParams(text));
      if (isRight) send(200, { access_token: state.accessToken, expires_in: 3_600 });
      else send(400, { error: 'invalid_grant' });
    } else if (path === `/v1/accounts:resetPassword?key=web-key`) {
      const code = state.mailedCodes.get(JSON.parse(text).oobCode);
      if (code) send(200, code);
      else send(400, { error: { message: 'INVALID_OOB_CODE' } });
    } else if (request.headers.authorization !== `Bearer ${state.accessToken}`) {
      send(401, { error: { message: 'UNAUTHENTICATED' } });
    } else {
      const { status, result } = perform(path, JSON.parse(text));
      send(status, result);
    }
  }

  async function isValidAssertion(form: URLSearchParams): Promise<boolean> {
    const assertion = form.get('assertion') ?? '';
    // Tests set their own clocks, so the assertion is checked at the time when it was issued.
    const currentDate = new Date((decodeJwt(assertion).iat ?? 0) * 1_000);
    const rules = { issuer: clientEmail, audience: `${url}/token`, algorithms: ['RS256'] };
    const checked = jwtVerify(assertion, service.publicKey, { ...rules, currentDate });
    const scope = await checked.then(
      ({ payload }) => payload.scope,
      () => undefined,
    );
    return (
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      scope === 'https://www.googleapis.com/auth/identitytoolkit'
    );
  }

  function perform(
    path: string,
    body: Record<string, unknown>,
  ): { status: number; result: object } {
    const { accounts } = state;
    const method = path.replace(`/v1/projects/${projectId}/accounts:`, '');
    if (method === 'lookup') {
      const [uid] = (body.localId ?? []) as string[];
      const [email] = (body.email ?? []) as string[];
      const found = [...accounts.values()].filter((account) =>
        uid === undefined ? account.email === email : account.localId === uid,
      );
      // Google omits the list when no account matches.
      return { status: 200, result: found.length > 0 ? { users: found } : {} };
    }
    const account = accounts.get(String(body.localId));
    if (!account) return { status: 400, result: { error: { message: 'USER_NOT_FOUND' } } };
    if (method === 'delete') accounts.delete(account.localId);
    else if (method === 'update') account.validSince = String(body.validSince);
    else return { status: 404, result: { error: { message: 'NOT_FOUND' } } };
    return { status: 200, result: { localId: account.localId } };
  }

  const settings: FirebaseSettings = {
    projectId,
    apiKey: 'web-key',
    authDomain: `${projectId}.firebaseapp.com`,
    serviceAccount: {
      clientEmail,
      privateKey: await exportPKCS8(service.privateKey),
      tokenAddress: `${url}/token`,
    },
    emulator: undefined,
  };
  return {
    state,
    settings,
    url,
    google: { keys: `${url}/keys`, identityToolkit: url },
    /** The number of requests to paths with this ending. */
    countOf: (end: string) => state.requests.filter((path) => path.endsWith(end)).length,
    /** Adds an account with a password and these fields. */
    account(fields: Partial<StoredAccount> & { localId: string }): StoredAccount {
      const account = {
        email: `${fields.localId}@reprise.test`,
        providerUserInfo: [{ providerId: 'password' }],
        ...fields,
      };
      state.accounts.set(account.localId, account);
      return account;
    },
    sign: (payload: JWTPayload, { key = signing.privateKey, kid = 'first', alg = 'RS256' } = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key),
    /** Google's own key, imported for another algorithm. */
    keyFor: async (alg: string) => importPKCS8(await exportPKCS8(signing.privateKey), alg),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type FakeFirebase = Awaited<ReturnType<typeof startFakeFirebase>>;

/** What the shop stores about identities, in memory, for tests without a database. */
export function firebaseRecordsInMemory(): FirebaseRecords {
  const ended: { uid: string; from: number; until: number }[] = [];
  const proven = new Map<string, string>();
  return {
    async endSession({ uid, signedInAtSeconds: seconds }) {
      ended.push({ uid, from: seconds, until: seconds });
    },
    async endSessionsBefore(uid, seconds) {
      ended.push({ uid, from: 0, until: seconds - 1 });
    },
    isSessionEnded: async ({ uid, signedInAtSeconds: seconds }) =>
      ended.some((one) => one.uid === uid && one.from <= seconds && seconds <= one.until),
    async storeProvenEmail(uid, email) {
      proven.set(uid, email);
    },
    isEmailProven: async (uid, email) => proven.get(uid) === email,
    async forgetEmail(email) {
      for (const [uid, one] of proven) if (one === email) proven.delete(uid);
    },
    sweep: async () => 0,
  };
}

/** Claims that replace those of a valid token; undefined omits one. */
export type Changes = Readonly<Record<string, unknown>>;

/** The claims of a token of a person who signed in a minute ago. */
export function firebaseClaims(at: Date, changes: Changes = {}): JWTPayload {
  const nowSeconds = Math.floor(at.getTime() / 1_000);
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'ann',
    iat: nowSeconds - 60,
    auth_time: nowSeconds - 60,
    exp: nowSeconds + 3_540,
    firebase: { sign_in_provider: 'password', identities: {} },
    ...changes,
  };
}

/** A key pair like Google's. */
export function rsaKeys() {
  return generateKeyPair('RS256', { extractable: true });
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
