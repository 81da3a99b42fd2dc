import { encodeWord } from 'nodemailer/lib/mime-funcs';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same content as HTML. */
  html?: string;
  /** What the HTML shows as `<img src="cid:…">`. They are sent with the mail, so that no mail program has to load anything. */
  pictures?: readonly MailPicture[];
  /**
   * The address that ends such mails for this reader: opened it shows a page, and a POST ends them immediately. Mail
   * programs show a button for it (RFC 2369, RFC 8058).
   */
  unsubscribeLink?: string;
  /** The language of the mail, for `Content-Language`. */
  language?: string;
  /** A UUID that identifies a mail that is sent again, for example after a crash. */
  id?: string;
}

export interface MailPicture {
  /** Its Content-ID, in the form of an email address. */
  cid: string;
  type: 'image/gif';
  content: Uint8Array;
}

/** Sends mail. */
export interface MailProvider {
  name: string;
  /**
   * Sends the mail.
   * @throws MailUnavailable when no mail can be sent at the moment; another error when this one cannot
   */
  send(mail: Mail): Promise<void>;
  /** Closes connections after the mails that are being sent. */
  close(): Promise<void>;
}

export interface MailSender {
  name: string;
  address: string;
}

/**
 * The value of the header `Subject`, not yet folded. A text that looks like an encoded word is encoded as well (RFC 2047), so that mail
 * programs show what was written, such as the name of a listing, and not what it would decode to.
 */
export function subjectHeader(subject: string): string {
  const line = subject.replaceAll(/[\r\n]+/g, ' ');
  const isPlain = isPrintable(line) && !line.includes('=?');
  return isPlain ? line : encodeWord(line, 'Q', maxWordLength);
}

const isPrintable = (text: string) => /^[\x20-\x7e]*$/.test(text);
const maxWordLength = 52;

/** Automatic replies, such as those of holidays, are not sent to what a program wrote (RFC 3834). */
export const automaticHeaders = { 'Auto-Submitted': 'auto-generated' };

/** By which screen readers and mail programs choose a voice, and offer no translation (RFC 3282). */
export function languageHeader(language: string | undefined): Readonly<Record<string, string>> {
  return language === undefined ? {} : { 'Content-Language': language };
}

/** The headers by which mail programs offer to end such mails (RFC 8058, section 3.1). */
export function unsubscribeHeaders(link: string): Readonly<Record<string, string>> {
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The mail server cannot be reached or takes no mails at the moment. That is no fault of the mail. */
export class MailUnavailable extends Error {
  constructor(cause: unknown) {
    super('The mail server accepts no mails at the moment', { cause });
    this.name = 'MailUnavailable';
  }
}
