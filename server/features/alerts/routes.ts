import { alertTopics } from '#contract/constants.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { lockUser } from '../users/lock-user.ts';
import type { AlertLinks } from './alert-links.ts';
import {
  changeAlertSettings,
  readAlertSettings,
  readSubscription,
  switchSubscription,
} from './subscriptions.ts';

interface AlertDeps {
  database: Database;
  clock: Clock;
  alertLinks: AlertLinks;
  shop: Pick<LoadedShop, 'public'>;
}

export function alertHandlers({ database, clock, alertLinks, shop }: AlertDeps): Handlers {
  const topics = alertTopics.filter((topic) => topic !== 'messages' || hasPart(shop.public, topic));
  return {
    readAlertSettings: ({ caller }) => readAlertSettings(database, caller.id, topics),

    changeAlertSettings: ({ body, caller }) =>
      transaction(database, async (tx) => {
        await lockUser(tx, caller.id);
        await changeAlertSettings(tx, caller.id, body, clock.now());
        return readAlertSettings(tx, caller.id, topics);
      }),

    async readAlertLink({ query }) {
      const id = alertLinks.subscriptionIdOf(query.token);
      const subscription = id === undefined ? undefined : await readSubscription(database.sql, id);
      if (!subscription) throw new Problem('not-found', msg`This link is not one of ours`);
      return subscription;
    },
  };
}

/**
 * What the form of the page behind that link does, and what mail programs do by themselves (RFC 8058): ends the mails, unless
 * the form says to start them again. It needs no login, because the token is a secret of the mail's reader.
 */
export function alertLinkForm({ database, clock, alertLinks }: Omit<AlertDeps, 'shop'>) {
  return async (token: string, form: URLSearchParams): Promise<void> => {
    const id = alertLinks.subscriptionIdOf(token);
    if (id === undefined) return;
    const isOn = form.get('action') === 'resume';
    await transaction(database, (tx) => switchSubscription(tx, { id }, isOn, clock.now()));
  };
}
