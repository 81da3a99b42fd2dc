import { inLanguage } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import { type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import type { PushDevice, PushSender } from '../../providers/push/port.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { listDevices, noSuchDevice, registerDevice, removeDevice } from './devices.ts';
import { payloadOf, testContentOf } from './push-content.ts';
import { recordAnswer } from './send-pushes.ts';

interface PushHandlerDeps {
  database: Database;
  clock: Clock;
  shop: LoadedShop;
  languages: readonly LoadedLanguage[];
  origin: () => string;
}

/** For how long a push service keeps a test. */
const testSeconds = 60;

export function pushHandlers(
  { database, clock, shop, languages, origin }: PushHandlerDeps,
  sender: PushSender,
): Handlers {
  return {
    async readPushKey() {
      return { key: sender.publicKey };
    },

    async registerPushDevice({ body: { endpoint, keys }, caller, request }) {
      const { sessionId } = caller;
      const device = { endpoint, ...keys, sessionId, userAgent: request.headers['user-agent'] };
      const insertedId = await transaction(database, (tx) =>
        registerDevice(tx, sender, caller.id, device, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },

    listPushDevices({ query, caller }) {
      requireOwnEmail(caller, query.email, { detail: msg`Only that person may do this` });
      return listDevices(database.sql, caller.id);
    },

    async removePushDevice({ params, caller }) {
      await transaction(database, (tx) => removeDevice(tx, caller.id, params.id));
      return { acknowledged: true, deletedCount: 1 };
    },

    async testPushDevice({ params, caller }) {
      const { sql } = database;
      const [device] = await sql<(PushDevice & { language: string | null })[]>`
        select s.endpoint, s.p256dh, s.auth, u.language
        from push_subscriptions s join users u on u.id = s.user_id
        where s.id = ${params.id} and s.user_id = ${caller.id}`;
      if (!device) throw noSuchDevice();
      const { i18n, prefix } = languageOf(languages, device.language);
      const content = inLanguage(i18n, () =>
        testContentOf(shop.public.name, origin() + prefix + paths.profile()),
      );
      const answer = await sender.send(device, {
        payload: inLanguage(i18n, () => payloadOf(content)),
        topic: content.replaces,
        ttlSeconds: testSeconds,
      });
      if (answer.outcome !== 'later') await recordAnswer(sql, params.id, answer, clock.now());
      if (answer.outcome === 'accepted') return { acknowledged: true };
      if (answer.outcome === 'gone') throw noSuchDevice();
      const cause = answer.outcome === 'later' ? answer.fault : `${answer.status} ${answer.reason}`;
      throw new Problem(
        'unavailable',
        msg`The push service of this browser has not taken the notification. Try again later.`,
        { cause: new Error(cause) },
      );
    },
  };
}
