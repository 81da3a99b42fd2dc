import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import type { User } from '#contract/users/users.ts';
import { createClient } from '../../api/client.ts';
import { browserQueryClient } from '../../api/query-client.ts';
import type { Outgoing } from '../../api/transport.ts';

/** A seller, for tests. */
export function userSample(difference: Partial<User> = {}): User {
  return {
    _id: '01900000-0000-7000-8000-000000000001',
    name: 'Ada Marsh',
    email: 'ada@reprise.test',
    role: 'seller',
    time: '2024-11-03T10:00:00.000Z',
    ...difference,
  };
}

/** That many different sellers. */
export function manyUsers(count: number): User[] {
  return Array.from({ length: count }, (_, index) =>
    userSample({ _id: `user-${index}`, name: `Person ${index}`, email: `p${index}@reprise.test` }),
  );
}

/** A cached page of a list of users. */
export function listOf(...parts: User[][]) {
  return {
    pages: parts.map((items, index) => ({
      items,
      nextCursor: index < parts.length - 1 ? `part-${index + 1}` : null,
    })),
    pageParams: parts.map((_, index) => (index === 0 ? null : `part-${index}`)),
  };
}

type Answers = Partial<Record<CallName, (call: Outgoing) => unknown>>;

/** A query cache that answers only these calls, and the names of the calls that were made. */
export function cacheAt(answers: Answers): { cache: QueryClient; made: CallName[] } {
  const made: CallName[] = [];
  const api = createClient(async (call) => {
    made.push(call.name);
    const answer = answers[call.name];
    if (!answer) throw new Error(`Nobody expected the call ${call.name}`);
    return { body: answer(call), nextCursor: null };
  });
  const cache = browserQueryClient(api);
  cache.setDefaultOptions({
    ...cache.getDefaultOptions(),
    queries: { ...cache.getDefaultOptions().queries, retry: false, retryOnMount: false },
  });
  return { cache, made };
}
