import type { ApiClient } from '../../api/client.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { safeStorage } from '../../browser-storage.ts';
import { identityFailure } from '../../identity/identity-failure.ts';
import type { IdentityProvider } from '../../identity/provider.ts';
import type { SignInDeps } from './sign-in.ts';
import { unfinishedRegistrations } from './unfinished-registrations.ts';

type Step = 'signUp' | 'createUser' | 'issueAccessToken';

interface Existing {
  identities?: readonly { email: string; password: string }[];
  records?: readonly string[];
  /** The email of the Google account. */
  google?: string;
}

/** A fake API and provider for signing in, which records the calls in order. */
export function fakeShop({ identities = [], records = [], google = '' }: Existing = {}) {
  const steps: string[] = [];
  const passwords = new Map(identities.map(({ email, password }) => [email, password]));
  const known = new Set(records);
  const failures = new Map<Step, { failure: Error; isDone: boolean }>();
  let present: { email: string; name: string; pictureUrl: string | undefined } | undefined;

  /** Runs the action, failing before it, or after it when only the response is lost. */
  function perform(step: Step, action: () => void): void {
    const planned = failures.get(step);
    failures.delete(step);
    if (!planned || planned.isDone) action();
    if (planned) throw planned.failure;
  }

  const provider = {
    async signUp({ name, email, password }: { name: string; email: string; password: string }) {
      steps.push('signUp');
      perform('signUp', () => {
        if (passwords.has(email)) throw identityFailure('email-already-in-use');
        passwords.set(email, password);
        present = { email, name, pictureUrl: undefined };
      });
    },
    async signIn({ email, password }: { email: string; password: string }) {
      steps.push('signIn');
      if (passwords.get(email) !== password) throw identityFailure('wrong-password');
      present = { email, name: 'Ann', pictureUrl: present?.pictureUrl };
    },
    async signInWithGoogle() {
      steps.push('signInWithGoogle');
      present = { email: google, name: 'Ann', pictureUrl: 'https://google.test/ann.png' };
    },
    async updateProfile({ name, pictureUrl }: { name: string; pictureUrl: string }) {
      steps.push(`updateProfile ${name} ${pictureUrl}`);
      if (present) present = { ...present, name, pictureUrl };
    },
    async identityToken() {
      if (!present) throw identityFailure('not-signed-in');
      return { ...present, token: 'proof', expiresAt: new Date('2030-01-01') };
    },
    async signOut() {
      steps.push('signOut');
      present = undefined;
    },
  };

  const replies = {
    createUser({ body }: { body: { email: string; role: string; image?: string } }) {
      steps.push(`createUser ${body.role} ${body.image ?? 'no picture'}`);
      perform('createUser', () => {
        if (known.has(body.email)) throw new CallFailure({ status: 409, detail: 'taken' });
        known.add(body.email);
      });
      return { acknowledged: true };
    },
    issueAccessToken({ query }: { query: { email: string } }) {
      steps.push('issueAccessToken');
      perform('issueAccessToken', () => {
        if (!known.has(query.email)) throw new CallFailure({ status: 404, detail: 'unknown' });
      });
      return { accessToken: 'token' };
    },
  };
  const call = async (name: keyof typeof replies, input: never) => replies[name](input);

  const deps: SignInDeps = {
    // Only the methods that signing in uses are faked.
    provider: provider as unknown as IdentityProvider,
    api: { call: call as unknown as ApiClient['call'] },
    identity: { begin: () => void steps.push('begin') },
    unfinished: unfinishedRegistrations(safeStorage(memoryStorage())),
  };
  return {
    deps,
    steps,
    upload: async () => {
      steps.push('upload');
      return '/pictures/1';
    },
    hasSession: () => steps.includes('begin'),
    failOnce: (step: Step, failure: Error) => failures.set(step, { failure, isDone: false }),
    loseResponseOnce: (step: Step, failure: Error = new NetworkFailure('lost')) =>
      failures.set(step, { failure, isDone: true }),
  };
}

function memoryStorage(): () => Storage {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  return () => storage;
}
