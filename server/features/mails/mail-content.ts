import { toMajorUnits } from '#contract/money/currency.ts';
import { formatPaid } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';

/** A picture by the shop's own address. */
export interface MailPhoto {
  /** Absolute. */
  address: string;
  /** The size of the picture, in pixels; it is shown smaller. */
  width: number;
  height: number;
}

export interface MailInstrument {
  name: string;
  /** The amount as people read it: `$1,234.50`. It is missing where the mail is about another amount. */
  price?: string;
  photo?: MailPhoto;
  /** Makes the name and the picture links. */
  link?: string;
  /** A line below the price, for example condition and place. */
  note?: string;
}

export interface MailLink {
  label: string;
  link: string;
}

/** What one kind of mail says, without its reader and the instrument. */
export interface MailTexts {
  subject: string;
  paragraphs: readonly string[];
  /** Shown as a table. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Shown as a QR code. The plain text has only `beside`. */
  qr?: {
    text: string;
    /** The text for readers who do not see pictures. */
    label: string;
    /** Shown beside the picture. */
    beside: string;
  };
  /** The one button. */
  step: MailLink;
  /** Paragraphs after the step. */
  closing?: readonly string[];
}

/** The content of a mail, before it is rendered as text and HTML. */
export interface MailContent extends MailTexts {
  /** The reader's name; none when it may have been typed by a stranger. */
  greeting?: string | undefined;
  /** The shop's name, in place of the reader's. */
  greetingFrom?: string;
  /** Shown beside the subject in a list of mails. The first paragraph by default. */
  preheader?: string;
  /** What the mail is about, with picture and price. */
  instruments?: readonly MailInstrument[];
  /** For an unconfirmed address: why names are missing, the button to confirm it, and what a stranger should do. */
  confirmation?: { text: string; step: MailLink; otherwise: string };
  /** Why the reader gets it, as a sentence of the footer. */
  reason: string;
  /** The way in which the reader ends such mails, if that is possible. */
  unsubscribe?: MailLink;
}

/** An amount as people read it: `$1,234.50`, `¥1,234`. */
export function moneyText(amountCents: number): string {
  return formatPaid(toMajorUnits(amountCents));
}

/**
 * The frame of a mail to an unconfirmed address. A stranger may have registered it to write to its owner, so such mails
 * say what happened and contain nothing that a user has typed.
 * @param shop address of the shop, without a slash at the end
 */
export function aroundUnproven(
  shopName: string,
  shop: string,
): Required<Pick<MailContent, 'greetingFrom' | 'reason' | 'confirmation'>> {
  return {
    greetingFrom: shopName,
    reason: t`You are getting this email because an account at ${shopName} uses this email.`,
    confirmation: {
      text: t`Until you have confirmed your email, we leave out names and what others have written.`,
      step: { label: t`Confirm your email`, link: shop + paths.dashboard() },
      otherwise: t`If you have no account at ${shopName}, somebody entered your email by mistake, and you can ignore this email.`,
    },
  };
}

/** A mail about something of the reader's account. What they have named is left out while their address is unconfirmed. */
export function aboutAccount(
  said: MailTexts,
  { userName, isProven, facts }: { userName: string; isProven: boolean; facts: MailTexts['facts'] },
  { origin, shopName }: { origin: string; shopName: string },
): MailContent {
  if (!isProven) return { ...said, ...aroundUnproven(shopName, origin) };
  return {
    ...said,
    greeting: userName,
    ...(facts && { facts }),
    reason: t`You are getting this email because you have an account at ${shopName}.`,
  };
}
