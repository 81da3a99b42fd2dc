import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { warnOfHoldsEnding } from '../features/bookings/hold-end.ts';
import { removeStrayPictures, removeUnreferencedImages } from '../features/images/clean-up.ts';
import { makePendingAvif } from '../features/images/make-avif.ts';
import {
  recordCatalogueChange,
  sweepCatalogueChanges,
} from '../features/products/catalogue-changes.ts';
import { endIdentities } from '../features/users/end-identities.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import type { ImageHost } from '../providers/images/port.ts';
import type { MailProvider } from '../providers/mail/port.ts';
import { expireHolds } from '../workflows/expire-holds.ts';
import { reconcilePayments } from '../workflows/reconcile-payments.ts';
import { refundDue } from '../workflows/refund-payment.ts';
import { sendSaleMails } from './outbox/send-mails.ts';

export interface JobDeps {
  mail: MailProvider;
  /** Address of the shop for the links in mails, without a slash at the end. */
  origin: () => string;
  database: Database;
  imageHost: ImageHost;
  identity: Pick<ServedIdentityProvider, 'remove' | 'sweep'>;
  cards: CardProvider;
  clock: Clock;
}

interface Chore {
  /** When it is due, as a cron expression in UTC. */
  timetable: string;
  /** Does it and tells how much there was to do. */
  run(deps: JobDeps): Promise<number>;
}

/** As many pictures as a minute has room for. */
const avifBatch = 30;

/** Everything that happens by the clock. Each may run at any time, also right after itself. */
export const scheduledJobs: Readonly<Record<string, Chore>> = {
  'holds-expired': {
    timetable: '* * * * *',
    run: expireHolds,
  },
  'holds-expiring': {
    timetable: '* * * * *',
    run: ({ database, clock }) => warnOfHoldsEnding(database, clock.now()),
  },
  'pictures-avif': {
    timetable: '* * * * *',
    async run({ database, imageHost, clock }) {
      const { made, failures } = await makePendingAvif(database, imageHost, avifBatch);
      // Products are shown with the sizes and types of their pictures.
      if (made > 0)
        await transaction(database, (tx) => recordCatalogueChange(tx, null, clock.now()));
      if (failures.length > 0) throw new AggregateError(failures, 'Some pictures have no AVIF yet');
      return made;
    },
  },
  'pictures-unused': {
    timetable: '17 * * * *',
    run: ({ database, imageHost, clock }) =>
      removeUnreferencedImages(database, imageHost, clock.now()),
  },
  'pictures-stray': {
    timetable: '41 3 * * *',
    run: ({ database, imageHost, clock }) => removeStrayPictures(database, imageHost, clock.now()),
  },
  'payments-settled': {
    timetable: '* * * * *',
    run: (deps) => reconcilePayments(deps),
  },
  'payments-refunded': {
    timetable: '* * * * *',
    run: (deps) => refundDue(deps),
  },
  'identities-ended': {
    timetable: '* * * * *',
    run: endIdentities,
  },
  'identities-swept': {
    timetable: '29 * * * *',
    run: async ({ identity }) => (await identity.sweep?.()) ?? 0,
  },
  'sale-mails': {
    timetable: '* * * * *',
    run: (deps) => sendSaleMails(deps),
  },
  'card-webhooks-sent': {
    timetable: '* * * * *',
    run: async ({ cards }) => (await cards.sweep?.()) ?? 0,
  },
  'catalogue-notes': {
    timetable: '*/10 * * * *',
    run: ({ database }) => sweepCatalogueChanges(database.sql),
  },
};
