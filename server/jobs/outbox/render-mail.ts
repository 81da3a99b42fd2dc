import { encodeQR } from 'qr';
import { escapeHtml } from '../../core/escape-html.ts';
import type { Mail } from '../../providers/mail/port.ts';

/** The content of a mail, before it is rendered as text and HTML. */
export interface MailContent {
  subject: string;
  /** The reader's name. */
  greeting: string;
  paragraphs: readonly string[];
  /** Shown as a table. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Shown as a QR code. The plain text has only `beside`. */
  qr?: {
    text: string;
    /** For readers who do not see pictures. */
    label: string;
    /** Shown beside the picture. */
    beside: string;
  };
  /** Shown as a button. */
  step?: { label: string; link: string };
  /** Paragraphs after the step. */
  closing?: readonly string[];
}

/** Renders a mail as text and HTML. The HTML loads nothing: a QR code is a picture in the mail. */
export function renderMail(content: MailContent): Omit<Mail, 'to' | 'id'> {
  return {
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(content.qr ? { pictures: [drawQr(content.qr.text)] } : {}),
  };
}

function renderText({
  greeting,
  paragraphs,
  facts = [],
  qr,
  step,
  closing = [],
}: MailContent): string {
  const blocks = [
    `Hello ${greeting},`,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(qr ? [qr.beside] : []),
    ...(step ? [`${step.label}:\n${step.link}`] : []),
    ...closing,
    'Reprise',
  ];
  return `${blocks.join('\n\n')}\n`;
}

const ink = '#2b211a';
const quiet = '#6b5a4c';
const walnut = '#4a2f1f';

const qrCid = 'qr-code@reprise';
/** Width and height in pixels of one module. 29 of them make six digits with their border. */
const qrScale = 5;

/** A GIF, because many mail programs show neither SVG nor `data:` addresses. */
function drawQr(text: string) {
  const content = encodeQR(text, 'gif', { ecc: 'medium', border: 4, scale: qrScale });
  return { cid: qrCid, type: 'image/gif' as const, content };
}

/** Styles are inline because many mail programs ignore style sheets. */
function renderHtml({
  subject,
  greeting,
  paragraphs,
  facts = [],
  qr,
  step,
  closing = [],
}: MailContent) {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th style="padding:4px 16px 4px 0;text-align:left;font-weight:normal;color:${quiet};vertical-align:top">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#faf6ef;color:${ink};font:16px/1.5 sans-serif">`,
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font:600 20px/1 Georgia,serif;color:${walnut}">Reprise</p>`,
    paragraph(`Hello ${greeting},`),
    ...paragraphs.map(paragraph),
    ...(rows.length > 0
      ? [
          `<table style="margin:0 0 16px;border-collapse:collapse"><tbody>${rows.join('')}</tbody></table>`,
        ]
      : []),
    ...(qr
      ? [
          `<table role="presentation" style="margin:0 0 24px;border-collapse:collapse"><tbody><tr><td style="padding:0 16px 0 0;vertical-align:top"><img src="cid:${qrCid}" alt="${escapeHtml(qr.label)}" style="display:block;background:#fff"></td><td style="padding:0;vertical-align:top">${escapeHtml(qr.beside)}</td></tr></tbody></table>`,
        ]
      : []),
    ...(step
      ? [
          `<p style="margin:0 0 24px"><a href="${escapeHtml(step.link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${walnut};color:#fff;text-decoration:none">${escapeHtml(step.label)}</a></p>`,
        ]
      : []),
    ...closing.map(paragraph),
    '</div></body></html>',
  ].join('\n');
}
