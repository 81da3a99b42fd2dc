import { setTimeout as pause } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { inLanguage } from '#contract/language.ts';
import type { Clock } from '../../core/clock.ts';
import { describeFault, inWords } from '../../core/describe-fault.ts';
import { inTimeZone } from '../../core/format-time.ts';
import { isOutage } from '../../core/outage.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import { traced } from '../../core/tracing.ts';
import type { Sql } from '../../database/sql.ts';
import { sqlState } from '../../database/sql-state.ts';
import type { SaleCodes } from '../../features/bookings/sale-codes.ts';
import {
  type ClaimedMail,
  claimMail,
  type MailTable,
  mailTables,
  recordDropped,
  recordFailure,
  recordSent,
  returnMail,
} from '../../features/operations/claim-mails.ts';
import type { ServedIdentityProvider } from '../../providers/identity/port.ts';
import { type Mail, type MailProvider, MailUnavailable } from '../../providers/mail/port.ts';
import { composeCaseMail } from './compose-case-mail.ts';
import { composeOfferMail } from './compose-offer-mail.ts';
import { composePayoutMail } from './compose-payout-mail.ts';
import { composeProductMail } from './compose-product-mail.ts';
import { defaultMailBrand, type MailBrand } from './mail-brand.ts';
import { mailContentOf } from './mail-content.ts';
import { type MailPhotoDeps, mailPhoto } from './mail-photo.ts';
import { isOutdated, readSale } from './read-sale.ts';
import { renderMail } from './render-mail.ts';

/** `origin` is also for the links in mails. */
export interface SendingDeps extends MailPhotoDeps {
  database: { sql: Sql };
  mail: MailProvider;
  /** Missing: that of the default shop. */
  brand?: MailBrand;
  /** Of the shop: each mail is written in its reader's. Missing: English. */
  languages?: readonly LoadedLanguage[];
  /** Gets a line for each mail that was sent, with the id of the request that queued it. */
  log?: Pick<BaseLogger, 'info' | 'warn'>;
  identity: Pick<ServedIdentityProvider, 'composeMail'>;
  clock: Clock;
  /** The mail about a payment contains the buyer's code. */
  saleCodes: Pick<SaleCodes, 'codeOf'>;
  /**
   * Composes mails about news, see `createAlertComposer`. Without it they wait. `report` takes the failure of a part that the
   * mail leaves out.
   */
  composeAlertMail?: (id: string, report: (failure: unknown) => void) => Promise<Mail | undefined>;
  /** Composes mails about unread messages, see `createMessageComposer`. Without it they wait. */
  composeMessageMail?: (id: string) => Promise<Mail | undefined>;
}

/** As many as the connections to a mail server that nodemailer opens. */
const concurrency = 5;
/** A run ends after this time even if more mails are queued; the next one goes on. */
const maxRunMs = 10 * 60_000;
/** Together a minute. */
const recordAttempts = 60;
const recordPauseMs = 1_000;

/**
 * Sends the queued mails until none is left, several at a time. Any number of servers may run this at once: each mail is
 * claimed by one of them. Pauses between attempts of one mail grow; while the mail server is away, the run ends and no
 * attempt counts. If a server stops after handing over a mail and before marking it sent, the mail is handed over again
 * with the same id, by which mail programs recognise it.
 * @returns how many were sent
 * @throws AggregateError when some could not be sent, or not with all of their news; the others were
 */
export async function sendMails(
  deps: SendingDeps,
  tables: readonly MailTable[] = mailTables,
): Promise<number> {
  const composed = tables.filter(
    (table) =>
      (table !== 'alert_mails' || deps.composeAlertMail) &&
      (table !== 'message_mails' || deps.composeMessageMail),
  );
  const run = new MailRun(deps, composed);
  const workers = await Promise.allSettled(
    Array.from({ length: concurrency }, () => run.sendUntilNoneIsLeft()),
  );
  const failures = [
    ...run.failures,
    ...workers.flatMap((worker) => (worker.status === 'rejected' ? [worker.reason] : [])),
  ];
  if (failures.length > 0) throw new AggregateError(failures, 'Some mails could not be sent yet');
  return run.sent;
}

class MailRun {
  sent = 0;
  readonly failures: unknown[] = [];
  readonly #deps: SendingDeps;
  readonly #tables: readonly MailTable[];
  readonly #startedMs = performance.now();
  /** The mail server or the database is away. */
  #isInterrupted = false;

  constructor(deps: SendingDeps, tables: readonly MailTable[]) {
    this.#deps = deps;
    this.#tables = tables;
  }

  async sendUntilNoneIsLeft(): Promise<void> {
    while (!this.#isInterrupted && performance.now() - this.#startedMs < maxRunMs) {
      const claimed = await this.#claim();
      if (!claimed) return;
      const { requestId, table: outbox } = claimed;
      const options = { kind: 'consumer', root: { requestId }, attributes: { outbox } } as const;
      await traced('mail', options, () => this.#send(claimed));
    }
  }

  async #claim(): Promise<ClaimedMail | undefined> {
    const { database, clock } = this.#deps;
    for (const table of this.#tables) {
      const claimed = await claimMail(database.sql, table, clock.now());
      if (claimed) return claimed;
    }
    return undefined;
  }

  async #send(claimed: ClaimedMail): Promise<void> {
    const { database, mail, clock, log } = this.#deps;
    const { sql } = database;
    const line = { mail: claimed.id, outbox: claimed.table, ...reqIdOf(claimed) };
    try {
      const content = await composers[claimed.table](this.#deps, claimed.id, (failure) =>
        this.failures.push(failure),
      );
      if (!content) return await persist(() => recordDropped(sql, claimed, clock.now()));
      await mail.send({ ...content, id: claimed.id });
    } catch (error) {
      this.failures.push(error);
      log?.warn({ ...line, fault: inWords(describeFault(error)) }, 'Mail not sent');
      // A statement that took too long is the fault of this mail: what it is about is looked up to write it.
      const isOfAll =
        error instanceof MailUnavailable || (isOutage(error) && sqlState(error) !== tookTooLong);
      this.#isInterrupted ||= isOfAll;
      return persist(() =>
        isOfAll
          ? returnMail(sql, claimed)
          : recordFailure(sql, claimed, { at: clock.now(), error }),
      );
    }
    this.sent += 1;
    log?.info(line, 'Mail sent');
    await persist(() => recordSent(sql, claimed, clock.now()));
  }
}

function reqIdOf({ requestId }: ClaimedMail): { reqId?: string } {
  return requestId === null ? {} : { reqId: requestId };
}

/** PostgreSQL's code for a statement that was cancelled, here because it took too long. */
const tookTooLong = '57014';

/** They return undefined when a mail is not to be sent any more. */
const composers: Record<
  MailTable,
  (
    deps: SendingDeps,
    id: string,
    report: (failure: unknown) => void,
  ) => Promise<Mail | undefined> | undefined
> = {
  account_mails: renderAccountMail,
  mails: composeSaleMail,
  offer_mails: ({ database: { sql }, clock, brand = defaultMailBrand, ...deps }, id) =>
    composeOfferMail({ sql, at: clock.now(), ...deps, brand }, id),
  product_mails: ({ database: { sql }, brand = defaultMailBrand, ...deps }, id) =>
    composeProductMail({ sql, ...deps, brand }, id),
  payout_mails: ({ database, origin, brand = defaultMailBrand, languages }, id) =>
    composePayoutMail(database.sql, id, { origin: origin(), brand, languages }),
  alert_mails: ({ composeAlertMail }, id, report) => composeAlertMail?.(id, report),
  message_mails: ({ composeMessageMail }, id) => composeMessageMail?.(id),
  case_mails: ({ database, origin, brand = defaultMailBrand, languages }, id) =>
    composeCaseMail({ sql: database.sql, origin: origin(), brand, languages }, id),
};

/**
 * Repeats a statement through an outage of the database: a mail whose sending is not recorded would be sent again, and one
 * that is not given back would wait for the end of its lease.
 */
async function persist(statement: () => Promise<void>): Promise<void> {
  for (let left = recordAttempts; ; left -= 1) {
    try {
      return await statement();
    } catch (error) {
      const isClosed = (error as { code?: unknown }).code === 'CONNECTION_ENDED';
      if (left === 1 || isClosed) throw error;
    }
    await pause(recordPauseMs, undefined, { ref: false });
  }
}

/** @returns undefined when it is not to be sent any more */
async function renderAccountMail(
  { identity, brand, languages = englishOnly }: SendingDeps,
  id: string,
): Promise<Mail | undefined> {
  const composed = await identity.composeMail?.(id);
  if (!composed) return undefined;
  const { i18n, prefix } = languageOf(languages, composed.language);
  return inLanguage(i18n, () => {
    const mail = composed.write(prefix);
    return { to: mail.to, ...renderMail(mail, mail.shop, brand) };
  });
}

/** @returns undefined when the reader was removed or the mail is outdated */
async function composeSaleMail(
  {
    database: { sql },
    saleCodes,
    clock,
    brand = defaultMailBrand,
    languages = englishOnly,
    ...photoDeps
  }: SendingDeps,
  id: string,
): Promise<Mail | undefined> {
  const sale = await readSale({ sql, saleCodes }, id, clock.now());
  if (!sale?.readerEmail || isOutdated(sale, clock.now())) return undefined;
  const { i18n, prefix } = languageOf(languages, sale.readerLanguage);
  const shop = photoDeps.origin() + prefix;
  const to = sale.readerEmail;
  const photo = mailPhoto(photoDeps, sale);
  return inLanguage(i18n, () => {
    const { name: shopName, hasReviews, timeZone } = brand;
    const about = { shop, shopName, hasReviews, photo, at: clock.now() };
    const content = inTimeZone(sale.readerTimeZone ?? timeZone, () => mailContentOf(sale, about));
    return { to, ...renderMail(content, shop, brand) };
  });
}
