/** A mail of the shop to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Takes mail to people. */
export interface MailProvider {
  name: string;
  /** Hands the mail over. Throws when that fails. */
  send(mail: Mail): Promise<void>;
  /** Lets go of connections, after what is being sent. */
  close(): Promise<void>;
}
