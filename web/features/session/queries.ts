import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedPasskey } from '#contract/identity/second-factor.ts';
import { useSite } from '../../hydration/site.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';
import { type NewCodes, secondFactorCalls } from '../../identity/second-factor.ts';

/** The available sign-in methods. The page brings them, so that the first paint has their buttons. */
export function useSignInWays() {
  const { signInWays } = useSite();
  const query = signInWaysQuery(useIdentityPort());
  return useQuery({ ...query, ...(signInWays && { initialData: signInWays }) }).data;
}

function signInWaysQuery(identity: IdentityPort) {
  return queryOptions({
    queryKey: ['session', 'ways'],
    queryFn: async () => (await identity.provider()).ways(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The ways in which the person can prove their identity again. They are read when a dialog opens that needs them. */
export function proofWaysQuery(identity: IdentityPort) {
  return queryOptions({
    queryKey: ['session', 'proof-ways'],
    queryFn: async () => (await identity.provider()).proofWays(),
    gcTime: 0,
  });
}

/** Proves by the password who is signed in, or by Google without one. The access token is renewed, which then says so. */
export function proveMutation(identity: IdentityPort) {
  return mutationOptions({
    mutationFn: async (proof: { password: string } | 'google') => {
      const provider = await identity.provider();
      await (proof === 'google' ? provider.proveWithGoogle() : provider.prove(proof.password));
      await identity.renew();
    },
  });
}

const key = ['users', 'second-factors'] as const;
const calls = secondFactorCalls;

/** The person's second factors. */
export function secondFactorsQuery() {
  return queryOptions({ queryKey: key, queryFn: () => calls().read(), staleTime: 0 });
}

interface Told<Reply> {
  /** Gets what the server shows once. */
  onReply: (reply: Reply) => void;
}

/** Begins to set up an authenticator app. */
export function addAuthenticatorMutation({ onReply }: Told<{ totpURI: string }>) {
  return mutationOptions({
    mutationFn: (_nothing: null) => calls().addAuthenticator(),
    onSuccess: onReply,
  });
}

/** Turns the app on by its first code. The session goes on under another name, so the access token is renewed. */
export function confirmAuthenticatorMutation(identity: IdentityPort, { onReply }: Told<NewCodes>) {
  return mutationOptions({
    mutationFn: async (code: string) => {
      const reply = await calls().enterCode(code);
      await identity.renew();
      return reply;
    },
    onSuccess: async (reply, _code, _before, { client }) => {
      await readAgain(client);
      onReply(reply);
    },
  });
}

export function addPasskeyMutation({ onReply }: Told<NewCodes>) {
  return mutationOptions({
    mutationFn: (name: string) => calls().addPasskey(name),
    onSuccess: async (reply, _name, _before, { client }) => {
      await readAgain(client);
      onReply(reply);
    },
  });
}

export function renewRecoveryCodesMutation({ onReply }: Told<NewCodes>) {
  return mutationOptions({
    mutationFn: (_nothing: null) => calls().renewRecoveryCodes(),
    onSuccess: async (reply, _nothing, _before, { client }) => {
      await readAgain(client);
      onReply(reply);
    },
  });
}

export function removeAuthenticatorMutation() {
  return mutationOptions({
    mutationFn: (_nothing: null) => calls().removeAuthenticator(),
    onSuccess: (_reply, _nothing, _before, { client }) => readAgain(client),
  });
}

export function renamePasskeyMutation() {
  return mutationOptions({
    mutationFn: ({ id, name }: { id: string; name: string }) => calls().renamePasskey(id, name),
    onSuccess: (_reply, _renamed, _before, { client }) => readAgain(client),
  });
}

export function removePasskeyMutation() {
  return mutationOptions({
    mutationFn: ({ id }: ListedPasskey) => calls().removePasskey(id),
    onSuccess: (_reply, _removed, _before, { client }) => readAgain(client),
  });
}

function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: key });
}
