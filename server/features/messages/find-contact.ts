import { type ContactKind, contactKinds } from '#contract/messages/contact-kinds.ts';
import { isIban } from '#contract/payouts/account-number.ts';
import { hasPhoneNumber } from './find-phone-number.ts';

/**
 * The kinds of contact data in a text that lead a sale out of the shop. Takes time in proportion to the text, and milliseconds, so
 * call it before a transaction that locks people.
 */
export function findContact(text: string): ContactKind[] {
  // Longer than the text by now: one character may stand for eighteen. So no expression here looks back or ahead without a bound.
  const plain = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const ibans = ibansOf(plain);
  const withoutIbans = ibans.reduce((rest, iban) => rest.replace(iban, ' ; '), plain);
  const found: Record<ContactKind, boolean> = {
    phone: hasPhoneNumber(withoutIbans),
    email: mailAddress.test(plain),
    'payment-link': paymentLink.test(plain),
    messenger: messengerLink.test(plain),
    'bank-account': ibans.length > 0,
  };
  return contactKinds.filter((kind) => found[kind]);
}

/**
 * Also as people write one so that programs do not find it: name (at) host.com. The end of a host begins with a letter: 'at 18.30'
 * and '45.50 each' are none.
 */
const mailAddress =
  /[\p{L}\d._%+-]\s?(?:@|[([{]\s?at\s?[)\]}])\s?(?:[\p{L}\d-]{1,63}(?:\.|\s?[([{]\s?dot\s?[)\]}]\s?)){1,8}\p{L}[\p{L}\d-]/iu;

const paymentHosts = [
  ...['paypal\\.me', 'paypal\\.com', 'venmo\\.com', 'cash\\.app', 'zellepay\\.com', 'wise\\.com'],
  ...['revolut\\.me', 'revolut\\.com', 'bunq\\.me', 'monzo\\.me', 'tikkie\\.me', 'lydia-app\\.com'],
  ...['buy\\.stripe\\.com', 'checkout\\.stripe\\.com', 'square\\.link', 'klarna\\.com'],
  ...['westernunion\\.com', 'moneygram\\.com', 'satispay\\.com', 'twint\\.ch', 'swish\\.nu'],
];
const messengerHosts = [
  // Short names are words elsewhere, so they count with a path only.
  ...['(?:wa|t|m|ig|zalo|line|signal|telegram)\\.me/[\\w+#@~%]', 'lin\\.ee/\\w', 'kik\\.me'],
  ...['whatsapp\\.com', 'messenger\\.com', 'signal\\.group', 'telegram\\.dog', 'discord\\.gg'],
  ...['discord\\.com', 'threema\\.id', 'viber\\.com', 'wechat\\.com', 'open\\.kakao\\.com'],
  ...['join\\.skype\\.com', 'snapchat\\.com'],
];
const hostBoundary = '(?<![\\p{L}\\d@-])';
const paymentLink = new RegExp(
  `${hostBoundary}(?:${paymentHosts.join('|')})(?![\\p{L}\\d-])|(?<![\\p{L}\\d])(?:bitcoin|ethereum):[\\da-z]{20}`,
  'iu',
);
const messengerLink = new RegExp(
  `${hostBoundary}(?:${messengerHosts.join('|')})|(?<=\\w{4})\\.t\\.me(?![\\p{L}\\d-])|(?<![\\p{L}\\d])(?:whatsapp|tg|sgnl|viber)://`,
  'iu',
);

/** The length of an IBAN in each country (ISO 13616). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28
  EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26
  IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28
  NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25
  SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The IBANs of the text as they are written there, with the right check digits. */
function ibansOf(text: string): string[] {
  const candidates = text.match(/(?<![\p{L}\d])[A-Z]{2}\d\d(?:[ .-]?[A-Z\d]){11,29}/giu) ?? [];
  return candidates.flatMap((candidate) => {
    const length = ibanLengths.get(candidate.slice(0, 2).toUpperCase()) ?? 0;
    // What follows an IBAN may look like more of it.
    const written = new RegExp(`^(?:[ .-]?[A-Z\\d]){${length}}(?![A-Z\\d])`, 'i').exec(candidate);
    const [iban = ''] = length > 0 ? (written ?? []) : [];
    return isIban(iban.replaceAll(/[ .-]/g, '').toUpperCase()) ? [iban] : [];
  });
}
