import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Callers } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { admitPictures } from '../images/admit.ts';
import type { Pictures } from '../images/images.ts';
import type { AdminEmails } from './bootstrap-admin.ts';
import { registerUser } from './create-user.ts';
import { userOfIdentity } from './session.ts';

interface SessionDeps extends Pictures {
  database: Database;
  callers: Callers;
  clock: Clock;
  adminEmails: AdminEmails;
}

export function sessionHandlers(deps: SessionDeps): Handlers {
  const { database, callers, clock, adminEmails } = deps;
  return {
    async issueAccessToken({ query, identity }) {
      const asked = { identity, email: query.email, adminEmails };
      const user = await userOfIdentity(database, asked, clock.now());
      return { accessToken: await callers.issueToken(user) };
    },

    async createUser({ body, identity }) {
      await admitPictures(deps, body);
      const registration = { identity, wish: body, adminEmails, pictures: deps };
      const insertedId = await transaction(database, (tx) =>
        registerUser(tx, registration, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },
  };
}
