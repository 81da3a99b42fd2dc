import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { AnyMailReader } from '../../database/schema/mails.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailContent } from './mail-content.ts';
import type { MailPhotoDeps } from './mail-photo.ts';

/** A mail as it was queued. */
export interface QueuedMail {
  id: string;
  /** Unique: a mail that is queued twice is sent once. */
  key: string;
  kind: QueuedMailKind;
  /** The side of the sale or offer to which it goes. */
  reader: AnyMailReader | null;
  /** The user to whom it goes; null for guests, and for mails about an identity. */
  readerId: string | null;
  /** What it is about: a booking, an offer, a thread, a case and so on. */
  subjectId: string;
  /** What was known when it was queued and is not to be read when it is sent. */
  data: Readonly<Record<string, unknown>>;
  createdAt: Date;
}

/** `origin` is also for the links in mails. */
export interface MailDeps extends MailPhotoDeps {
  sql: Sql;
  at: Date;
  brand: MailBrand;
  /** Takes the failure of a part that the mail leaves out. */
  report: (failure: unknown) => void;
}

/** A mail whose reader is known; `write` is called in their language and time zone. */
export interface WrittenMail {
  to: string;
  /** Null: the shop's first. */
  language: string | null;
  /** Null or missing: the shop's. */
  timeZone?: string | null;
  /** The address of the shop under which the reader uses it, where that is known. */
  origin?: string;
  /** The page on which the reader ends such mails, below the address of the shop. */
  unsubscribePath?: string;
  /** @param shop address of the shop in the reader's language, without a slash at the end */
  write: (shop: string) => MailContent;
}

/** The mails of a feature: what they read and say, and when they are outdated. */
export interface MailsOfFeature<Kind extends QueuedMailKind, Deps extends MailDeps = MailDeps> {
  kinds: readonly Kind[];
  /** @returns undefined when the mail is outdated, or has no reader any more */
  read: (deps: Deps, mail: QueuedMail) => Promise<WrittenMail | undefined>;
  /**
   * Does what follows from the end of such a mail, in the statement that records it.
   * @param ended an update of the mail, to which this adds what it returns
   * @param sentAt null when the mail was dropped
   */
  recordEnd?: (sql: Sql, ended: Fragment, sentAt: Date | null) => PromiseLike<unknown>;
}
