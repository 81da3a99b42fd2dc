/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same content as HTML. */
  html?: string;
  /** What the HTML shows as `<img src="cid:…">`. They are sent with the mail, so that no mail program has to load anything. */
  pictures?: readonly MailPicture[];
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

/** The mail server cannot be reached or takes no mails at the moment. That is no fault of the mail. */
export class MailUnavailable extends Error {
  constructor(cause: unknown) {
    super('The mail server takes no mails at the moment', { cause });
    this.name = 'MailUnavailable';
  }
}
