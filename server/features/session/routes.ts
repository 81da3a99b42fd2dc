import type { Clock } from '../../core/clock.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Callers } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import type { CatalogueWatch } from '../products/catalogue-changes.ts';
import { requireLanguage } from '../users/require-language.ts';
import { type AdminEmails, isBootstrapAdmin } from './bootstrap-admin.ts';
import { createUser } from './create-user.ts';
import { issueAccessToken } from './issue-access-token.ts';

interface SessionDeps extends ImageDeps {
  database: Database;
  callers: Callers;
  clock: Clock;
  adminEmails: AdminEmails;
  languages: readonly LoadedLanguage[];
  securityLog: SecurityLog;
  catalogue: Pick<CatalogueWatch, 'refreshAfterCommit'>;
}

export function sessionHandlers(deps: SessionDeps): Handlers {
  const { database, clock, adminEmails } = deps;
  return {
    async issueAccessToken({ query, identity }) {
      const { email } = query;
      return { accessToken: await issueAccessToken(deps, { identity, email }, clock.now()) };
    },

    async createUser({ body, identity }) {
      requireLanguage(deps.languages, body.language);
      await registerHostedPictures(deps, body);
      const registration = { identity, body, adminEmails, imageDeps: deps };
      const insertedId = await transaction(database, (tx) =>
        createUser(tx, registration, clock.now()),
      );
      if (isBootstrapAdmin(identity, adminEmails)) {
        deps.securityLog.record('role-changed', identity);
      }
      return { acknowledged: true, insertedId };
    },
  };
}
