import type { ApiClient } from '../../api/client.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { IdentityFailure } from '../../identity/identity-failure.ts';
import type { IdentityProvider } from '../../identity/provider.ts';
import type { Door } from './admission.ts';
import { unfinishedRegistrations } from './unfinished.ts';

type Step = 'signUp' | 'createUser' | 'issueAccessToken';

interface World {
  identities?: readonly { email: string; password: string }[];
  records?: readonly string[];
  /** Who Google says is there. */
  google?: string;
}

/** A shop and its provider as far as signing in sees them. Writes down every step that is taken. */
export function playedShop({ identities = [], records = [], google = '' }: World = {}) {
  const steps: string[] = [];
  const passwords = new Map(identities.map(({ email, password }) => [email, password]));
  const known = new Set(records);
  const mishaps = new Map<Step, { failure: Error; isDone: boolean }>();
  let present: { email: string; name: string; pictureUrl: string | undefined } | undefined;

  /** Does the deed, unless a mishap comes before it; or after it, when only the answer is lost. */
  function attempt(step: Step, deed: () => void): void {
    const mishap = mishaps.get(step);
    mishaps.delete(step);
    if (!mishap || mishap.isDone) deed();
    if (mishap) throw mishap.failure;
  }

  const provider = {
    async signUp({ name, email, password }: { name: string; email: string; password: string }) {
      steps.push('signUp');
      attempt('signUp', () => {
        if (passwords.has(email)) throw new IdentityFailure('email-already-in-use');
        passwords.set(email, password);
        present = { email, name, pictureUrl: undefined };
      });
    },
    async signIn({ email, password }: { email: string; password: string }) {
      steps.push('signIn');
      if (passwords.get(email) !== password) throw new IdentityFailure('wrong-password');
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
      if (!present) throw new IdentityFailure('not-signed-in');
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
      attempt('createUser', () => {
        if (known.has(body.email)) throw new CallFailure({ status: 409, detail: 'taken' });
        known.add(body.email);
      });
      return { acknowledged: true };
    },
    issueAccessToken({ query }: { query: { email: string } }) {
      steps.push('issueAccessToken');
      attempt('issueAccessToken', () => {
        if (!known.has(query.email)) throw new CallFailure({ status: 404, detail: 'unknown' });
      });
      return { accessToken: 'token' };
    },
  };
  const call = async (name: keyof typeof replies, input: never) => replies[name](input);

  const door: Door = {
    // Only what signing in uses is played.
    provider: provider as unknown as IdentityProvider,
    api: { call: call as unknown as ApiClient['call'] },
    identity: { begin: () => void steps.push('begin') },
    unfinished: unfinishedRegistrations(memoryStorage()),
  };
  return {
    door,
    steps,
    upload: async () => {
      steps.push('upload');
      return '/pictures/1';
    },
    hasBegun: () => steps.includes('begin'),
    failOnce: (step: Step, failure: Error) => mishaps.set(step, { failure, isDone: false }),
    loseAnswerOnce: (step: Step, failure: Error = new NetworkFailure('lost')) =>
      mishaps.set(step, { failure, isDone: true }),
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
