import type { SendingDeps } from '../jobs/outbox/send-mails.ts';
import type { Mail } from '../providers/mail/port.ts';
import { servedPictures } from './served-pictures.ts';
import type { TestShop } from './test-shop.ts';

/** What sends the mails of a test shop. @param sent gets each of them */
export function mailSending(
  { database, saleCodes, alertLinks }: Pick<TestShop, 'database' | 'saleCodes' | 'alertLinks'>,
  sent: Mail[],
  changes: Partial<SendingDeps> = {},
): SendingDeps {
  return {
    database,
    saleCodes,
    alertLinks,
    identity: {},
    clock: { now: () => new Date() },
    origin: () => 'https://shop.test',
    imageHost: servedPictures,
    mail: {
      name: 'in memory',
      send: async (mail) => void sent.push(mail),
      close: async () => undefined,
    },
    ...changes,
  };
}
