import { encodeQR } from 'qr';
import { isolate } from '#contract/isolate.ts';
import { language } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import { defaultMailBrand, type MailBrand } from '../../features/mails/mail-brand.ts';
import type { MailContent } from '../../features/mails/mail-content.ts';
import type { Mail } from '../../providers/mail/port.ts';
import {
  mailButton,
  mailFacts,
  mailHeading,
  mailInstrument,
  mailPage,
  mailParagraph,
  mailQr,
  mailSmallPrint,
} from './mail-html.ts';

/**
 * Renders a mail as text and HTML. A QR code is a picture in the mail; pictures of instruments are loaded from the shop, so
 * the mail says everything without them.
 * @param shop address of the shop for links, without a slash at the end
 */
export function renderMail(
  content: MailContent,
  shop: string,
  brand: MailBrand = defaultMailBrand,
): Omit<Mail, 'to' | 'id'> {
  return {
    subject: content.subject,
    language: language(),
    text: renderText(content, shop, brand),
    html: renderHtml(content, shop, brand),
    ...(content.qr ? { pictures: [drawQr(content.qr.text)] } : {}),
  };
}

function hello({ greeting, greetingFrom }: MailContent): string {
  if (greetingFrom !== undefined) return t`Hello from ${greetingFrom},`;
  return greeting === undefined ? t`Hello,` : t`Hello ${greeting},`;
}

const senderLine = ({ name }: MailBrand) =>
  t`Sent by ${name}, the shop for second-hand instruments.`;

function renderText(content: MailContent, shop: string, brand: MailBrand): string {
  const { instruments = [], facts = [], qr, step, confirmation, unsubscribe } = content;
  const blocks = [
    hello(content),
    ...content.paragraphs,
    ...instruments.map(({ name, price, note, link }) =>
      [isolate(name), price, note, link].filter((line) => line !== undefined).join('\n'),
    ),
    ...(facts.length > 0 ? [facts.map(([name, value]) => t`${name}: ${value}`).join('\n')] : []),
    ...(qr ? [qr.beside] : []),
    `${step.label}:\n${step.link}`,
    ...(content.closing ?? []),
    ...(confirmation
      ? [
          confirmation.text,
          `${confirmation.step.label}:\n${confirmation.step.link}`,
          confirmation.otherwise,
        ]
      : []),
    ['-- ', senderLine(brand), `${shop}/`, brand.contact, content.reason]
      .filter((line) => line !== '')
      .join('\n'),
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderHtml(content: MailContent, shop: string, brand: MailBrand): string {
  const { subject, instruments = [], facts = [], qr, confirmation, unsubscribe } = content;
  return mailPage({
    title: subject,
    preheader: content.preheader ?? content.paragraphs[0] ?? subject,
    shop,
    brand,
    rows: [
      mailHeading(subject),
      mailParagraph(hello(content)),
      ...content.paragraphs.map(mailParagraph),
      ...instruments.map((instrument) => mailInstrument(instrument, brand)),
      ...(facts.length > 0 ? [mailFacts(facts)] : []),
      ...(qr ? [mailQr({ cid: qrCid, size: qrSize, ...qr })] : []),
      mailButton(content.step, brand),
      ...(content.closing ?? []).map(mailParagraph),
      ...(confirmation
        ? [
            mailParagraph(confirmation.text),
            mailButton(confirmation.step, brand),
            mailParagraph(confirmation.otherwise),
          ]
        : []),
    ],
    footer: [
      mailSmallPrint(senderLine(brand), {
        label: shop.replace(/^https?:\/\//, ''),
        link: `${shop}/`,
      }),
      ...(brand.contact === '' ? [] : [mailSmallPrint(brand.contact)]),
      mailSmallPrint(content.reason, unsubscribe),
    ],
  });
}

const qrCid = 'qr-code@reprise';
/** Width and height in pixels of one module. 29 of them make six digits with their border. */
const qrScale = 5;
const qrSize = 29 * qrScale;

/** A GIF, because many mail programs show neither SVG nor `data:` addresses. */
function drawQr(text: string) {
  const content = encodeQR(text, 'gif', { ecc: 'medium', border: 4, scale: qrScale });
  return { cid: qrCid, type: 'image/gif' as const, content };
}
