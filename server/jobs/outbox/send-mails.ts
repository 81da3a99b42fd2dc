import { setTimeout as pause } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { inLanguage } from '#contract/language.ts';
import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { t } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { describeFault, inWords } from '../../core/describe-fault.ts';
import { inTimeZone } from '../../core/format-time.ts';
import { isOutage } from '../../core/outage.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import { traced } from '../../core/tracing.ts';
import type { Sql } from '../../database/sql.ts';
import { sqlState } from '../../database/sql-state.ts';
import type { AlertLinks } from '../../features/alerts/alert-links.ts';
import type { SaleCodes } from '../../features/bookings/sale-codes.ts';
import { defaultMailBrand, type MailBrand } from '../../features/mails/mail-brand.ts';
import type { MailPhotoDeps } from '../../features/mails/mail-photo.ts';
import {
  type ClaimedMail,
  claimMail,
  recordDropped,
  recordFailure,
  recordSent,
  returnMail,
} from '../../features/operations/claim-mails.ts';
import { queuePushes } from '../../features/push/queue-pushes.ts';
import { createMatchDeps, type MatchDeps } from '../../features/search/matching/match-deps.ts';
import type { ServedIdentityProvider } from '../../providers/identity/port.ts';
import { type Mail, type MailProvider, MailUnavailable } from '../../providers/mail/port.ts';
import type { PushSender } from '../../providers/push/port.ts';
import { type ComposingDeps, mailsOf } from './mails-of-features.ts';
import { renderMail } from './render-mail.ts';

/** `origin` is also for the links in mails. */
export interface SendingDeps extends MailPhotoDeps {
  database: { sql: Sql };
  mail: MailProvider;
  /** Missing: that of the default shop. */
  brand?: MailBrand;
  /** The languages of the shop: each mail is written in its reader's. Missing: English. */
  languages?: readonly LoadedLanguage[];
  /** Gets a line for each mail that was sent, with the id of the request that queued it. */
  log?: Pick<BaseLogger, 'info' | 'warn'>;
  identity: Pick<ServedIdentityProvider, 'composeMail'>;
  clock: Clock;
  /** The mail about a payment contains the buyer's code. */
  saleCodes: Pick<SaleCodes, 'codeOf'>;
  alertLinks: AlertLinks;
  /** Missing or null: no notifications go to devices beside the mails. */
  pushSender?: PushSender | null;
}

/** The number is that of the connections to a mail server that nodemailer opens. */
const concurrency = 5;
/** A run ends after this time even if more mails are queued; the next one goes on. */
const maxRunMs = 10 * 60_000;
/** Together a minute. */
const recordAttempts = 60;
const recordPauseMs = 1_000;

/**
 * Sends the queued mails until none is left, several at a time. Any number of servers may run this concurrently: each
 * mail is claimed by one of them. Pauses between attempts of one mail grow; while the mail server is away, the run ends
 * and no attempt counts. If a server stops after handing over a mail and before marking it sent, the mail is handed
 * over again with the same id, by which mail programs recognise it.
 * @returns how many were sent
 * @throws AggregateError when some could not be sent, or not with all of their news; the others were
 */
export async function sendMails(
  deps: SendingDeps,
  kinds?: readonly QueuedMailKind[],
): Promise<number> {
  const run = new MailRun(deps, kinds);
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
  readonly #kinds: readonly QueuedMailKind[] | undefined;
  readonly #matching: MatchDeps;
  readonly #startedMs = performance.now();
  /** The mail server or the database is away. */
  #isInterrupted = false;

  constructor(deps: SendingDeps, kinds: readonly QueuedMailKind[] | undefined) {
    this.#deps = deps;
    this.#kinds = kinds;
    this.#matching = createMatchDeps({ sql: deps.database.sql, clock: deps.clock });
  }

  async sendUntilNoneIsLeft(): Promise<void> {
    while (!this.#isInterrupted && performance.now() - this.#startedMs < maxRunMs) {
      const { database, clock } = this.#deps;
      const claimed = await claimMail(database.sql, clock.now(), this.#kinds);
      if (!claimed) return;
      const { requestId, kind } = claimed;
      const attributes = { mail: kind };
      const options = { kind: 'consumer', root: { requestId }, attributes } as const;
      await traced('mail', options, () => this.#send(claimed));
    }
  }

  async #send(claimed: ClaimedMail): Promise<void> {
    const { database, mail, clock, log } = this.#deps;
    const { sql } = database;
    const line = { mail: claimed.id, kind: claimed.kind, ...reqIdOf(claimed) };
    const { recordEnd } = mailsOf(claimed.kind);
    let push: () => Promise<unknown>;
    try {
      const content = await this.#compose(claimed);
      if (!content) return await persist(() => recordDropped(sql, claimed, clock.now(), recordEnd));
      await mail.send({ ...content.mail, id: claimed.id });
      push = content.push;
    } catch (error) {
      this.failures.push(error);
      log?.warn({ ...line, fault: inWords(describeFault(error)) }, 'Mail not sent');
      // A statement that took too long is the fault of this mail: what it is about is looked up to write it.
      const isOfAll =
        error instanceof MailUnavailable || (isOutage(error) && sqlState(error) !== tookTooLong);
      this.#isInterrupted ||= isOfAll;
      return persist(() =>
        isOfAll
          ? returnMail(sql, claimed, clock.now())
          : recordFailure(sql, claimed, { at: clock.now(), error }),
      );
    }
    this.sent += 1;
    log?.info(line, 'Mail sent');
    await persist(() => recordSent(sql, claimed, clock.now(), recordEnd));
    // The mail has said it: a notification that cannot be queued is left out.
    await push().catch((failure: unknown) => this.failures.push(failure));
  }

  /** @returns undefined when the mail is no longer to be sent */
  async #compose(
    claimed: ClaimedMail,
  ): Promise<{ mail: Omit<Mail, 'id'>; push: () => Promise<unknown> } | undefined> {
    const { database, clock, brand = defaultMailBrand, languages = englishOnly } = this.#deps;
    const deps: ComposingDeps = {
      ...this.#deps,
      sql: database.sql,
      at: clock.now(),
      brand,
      matching: this.#matching,
      report: (failure) => this.failures.push(failure),
    };
    const mail = await mailsOf(claimed.kind).read(deps, claimed);
    if (!mail) return undefined;
    const { i18n, prefix } = languageOf(languages, mail.language);
    const shop = (mail.origin ?? this.#deps.origin()) + prefix;
    const inTheirs = <Written>(write: () => Written) => inLanguage(i18n, write);
    return inTheirs(() => {
      const content = inTimeZone(mail.timeZone ?? brand.timeZone, () => mail.write(shop));
      const { link } = content.step;
      const push = async () =>
        this.#deps.pushSender &&
        queuePushes(database.sql, claimed, { link, inLanguage: inTheirs }, clock.now());
      if (mail.unsubscribePath === undefined) {
        return { mail: { to: mail.to, ...renderMail(content, shop, brand) }, push };
      }
      const unsubscribeLink = shop + mail.unsubscribePath;
      const unsubscribe = { label: t`Stop these emails`, link: unsubscribeLink };
      const rendered = renderMail({ ...content, unsubscribe }, shop, brand);
      return { mail: { to: mail.to, ...rendered, unsubscribeLink }, push };
    });
  }
}

function reqIdOf({ requestId }: ClaimedMail): { reqId?: string } {
  return requestId === null ? {} : { reqId: requestId };
}

/** PostgreSQL's code for a statement that was cancelled, here because it took too long. */
const tookTooLong = '57014';

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
