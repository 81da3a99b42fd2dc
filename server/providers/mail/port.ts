/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same content as HTML. */
  html?: string;
  /** A UUID that identifies a mail that is sent again, for example after a crash. */
  id?: string;
}

/** Sends mail. */
export interface MailProvider {
  name: string;
  /** Sends the mail. Throws when that fails. */
  send(mail: Mail): Promise<void>;
  /** Closes connections after the mails that are being sent. */
  close(): Promise<void>;
}
