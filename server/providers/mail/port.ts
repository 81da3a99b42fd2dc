/** A mail of the shop to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as a page, for programs that show one. */
  html?: string;
  /** Tells a mail that is handed over twice, after a crash for example, from a second mail. A UUID. */
  id?: string;
}

/** Takes mail to people. */
export interface MailProvider {
  name: string;
  /** Hands the mail over. Throws when that fails. */
  send(mail: Mail): Promise<void>;
  /** Lets go of connections, after what is being sent. */
  close(): Promise<void>;
}
