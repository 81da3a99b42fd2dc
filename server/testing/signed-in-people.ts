import { systemClock } from '../core/clock.ts';
import type { Database } from '../database/connection.ts';
import { createCallers } from '../http/api/caller.ts';
import { addUser } from './builders.ts';

export interface Person {
  id: string;
  email: string;
  token: string;
}

interface Wanted {
  tokenSecret: string;
  role: 'buyer' | 'seller' | 'admin';
  count: number;
}

/** People with access tokens, who have just signed in. */
export function addSignedInPeople(
  database: Database,
  { tokenSecret, role, count }: Wanted,
): Promise<Person[]> {
  const deps = { secret: tokenSecret, clock: systemClock, findUser: async () => null };
  const callers = createCallers(deps);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = await addUser(database, { role });
      const email = `${id}@reprise.test`;
      const session = { signedInAt: new Date() };
      const token = await callers.issueToken({ id, email, name: 'Clara' }, session);
      return { id, email, token };
    }),
  );
}
