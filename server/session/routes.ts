import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import type { Callers } from '../http/caller.ts';
import type { Handlers } from '../http/handlers.ts';
import { admitPictures } from '../images/admit.ts';
import type { Pictures } from '../images/images.ts';
import type { AdminEmails } from './appoint.ts';
import { registerUser } from './register.ts';
import { userOfIdentity } from './session.ts';

interface SessionParts extends Pictures {
  database: Database;
  callers: Callers;
  clock: Clock;
  adminEmails: AdminEmails;
}

export function sessionHandlers(parts: SessionParts): Handlers {
  const { database, callers, clock, adminEmails } = parts;
  return {
    async issueAccessToken({ query, identity }) {
      const asked = { identity, email: query.email, adminEmails };
      const user = await userOfIdentity(database, asked, clock.now());
      return { accessToken: await callers.issueToken(user) };
    },

    async createUser({ body, identity }) {
      await admitPictures(parts, body);
      const registration = { identity, wish: body, adminEmails, pictures: parts };
      const insertedId = await transaction(database, (tx) =>
        registerUser(tx, registration, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },
  };
}
