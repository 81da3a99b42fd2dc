import { escapeHtml } from '#contract/escape-html.ts';
import { directionOfText } from '#contract/isolate.ts';
import { language } from '#contract/language.ts';
import { directionOf } from '../../core/shop-language.ts';
import type { MailBrand } from '../../features/mails/mail-brand.ts';
import type { MailInstrument, MailLink, MailPhoto } from '../../features/mails/mail-content.ts';

/*
 * The HTML of mails. Its layout is made of tables and its styles are inline, because that is what all mail programs show,
 * Outlook on Windows included. The classes are there only for the style sheet below, which narrows the margins on phones
 * and sets the dark colours in the programs that read it. Every text is escaped here.
 */

interface MailPage {
  title: string;
  /** Shown beside the subject in the list of mails, and nowhere in the mail. */
  preheader: string;
  /** Address of the shop, without a slash at the end. */
  shop: string;
  brand: MailBrand;
  /** The rows of the sheet, as HTML. */
  rows: readonly string[];
  /** The rows below the sheet, as HTML. */
  footer: readonly string[];
}

const colours = {
  paper: '#faf4e9',
  surface: '#fffcf6',
  line: '#e0d3bd',
  ink: '#261b14',
  muted: '#665444',
  brass: '#87540a',
  metal: '#e0ab45',
  edge: '#8f6216',
} as const;
const sans = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";
const serif = "font-family:Georgia,'Times New Roman',serif";
/** Long names without a space break instead of widening the page. Japanese breaks between phrases where that is known. */
const breaks = 'word-break:break-word;word-break:auto-phrase;overflow-wrap:anywhere';
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The colours of the dark theme. Outlook on the web sets `data-ogsc` instead of following the media query. */
const darkRules = (brass = '#e8b95c'): readonly (readonly [selector: string, style: string])[] => [
  ['.page', 'background:#18120e !important'],
  ['.sheet', 'background:#221a14 !important;border-color:#3a2d23 !important'],
  ['.ink', 'color:#f4eadb !important'],
  ['.muted', 'color:#c0ac94 !important'],
  ['.brass', `color:${brass} !important`],
  ['.bar', `background:${brass} !important`],
  ['.line', 'border-color:#3a2d23 !important'],
];

const styleSheet = (rules: ReturnType<typeof darkRules>) =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
    'img{border:0;-ms-interpolation-mode:bicubic}',
    '@media (max-width:480px){.sheet{padding:24px 20px 4px !important}.photo{width:112px !important;height:auto !important}}',
    `@media (prefers-color-scheme:dark){${rules.map(([selector, style]) => `${selector}{${style}}`).join('')}}`,
    rules.map(([selector, style]) => `[data-ogsc] ${selector}{${style}}`).join(''),
  ].join('\n');

/** The whole document around the rows of one mail. */
export function mailPage({ title, preheader, shop, brand, rows, footer }: MailPage): string {
  const inLanguageOfReader = `lang="${language()}" dir="${directionOf(language())}"`;
  return [
    '<!doctype html>',
    `<html ${inLanguageOfReader} xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    '<meta name="x-apple-disable-message-reformatting">',
    `<title>${escapeHtml(title)}</title>`,
    '<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->',
    `<style>${styleSheet(darkRules(brand.colours?.accentOnDark))}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${colours.paper}">`,
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`,
    // Gmail and others take html and body away.
    `<table ${table} ${inLanguageOfReader} width="100%" class="page" bgcolor="${colours.paper}" style="background:${colours.paper}"><tr><td align="center" style="padding:24px 12px 32px">`,
    `<!--[if mso]><table ${table} width="600" align="center"><tr><td><![endif]-->`,
    `<table ${table} width="100%" style="max-width:600px;text-align:${side()}">`,
    `<tr><td style="padding:0 8px 16px">${wordmark(shop, brand)}</td></tr>`,
    `<tr><td class="sheet" bgcolor="${colours.surface}" style="background:${colours.surface};border:1px solid ${colours.line};border-radius:8px;padding:32px 32px 12px">`,
    `<table ${table} width="100%">`,
    ...rows.map((row) => `<tr><td>${row}</td></tr>`),
    '</table></td></tr>',
    ...footer.map((row) => `<tr><td style="padding:12px 8px 0">${row}</td></tr>`),
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></body></html>',
  ].join('\n');
}

/** The repeat sign of the logo, drawn with cells so that it shows where pictures are not loaded, and the shop's name. */
function wordmark(shop: string, { name, colours: own, hasSign }: MailBrand): string {
  const brass = own?.accent ?? colours.brass;
  const bar = (width: number) =>
    `<td class="bar" width="${width}" bgcolor="${brass}" style="width:${width}px;background:${brass};font-size:0;line-height:22px">&nbsp;</td>`;
  const gap = '<td width="3" style="width:3px;font-size:0">&nbsp;</td>';
  const sign = `${bar(6)}${gap}${bar(2)}<td class="brass" aria-hidden="true" style="padding:0 8px 3px 3px;${serif};font-size:22px;line-height:19px;font-weight:bold;color:${brass}">:</td>`;
  return `<table ${table}><tr>${hasSign ? sign : ''}<td><a href="${escapeHtml(shop)}/" class="ink" style="${serif};font-size:22px;line-height:22px;font-weight:bold;color:${colours.ink};text-decoration:none">${inItsDirection(name)}</a></td></tr></table>`;
}

export function mailHeading(text: string): string {
  return `<h1 class="ink" style="margin:0 0 20px;${serif};font-size:26px;line-height:32px;font-weight:bold;color:${colours.ink};${breaks}">${inItsDirection(text)}</h1>`;
}

export function mailParagraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:24px;color:${colours.ink};${breaks}">${inItsDirection(text)}</p>`;
}

const largestPhoto = { width: 160, height: 160 };

/** Picture, name and price beside each other. Outlook shows no WebP; it shows the name as the text of the picture. */
export function mailInstrument(
  { name, price, photo, link, note }: MailInstrument,
  { colours: own }: MailBrand,
): string {
  const linked = (content: string, className: string, style: string) =>
    link === undefined
      ? content
      : `<a href="${escapeHtml(link)}" class="${className}" style="${style}">${content}</a>`;
  const color = `color:${colours.ink};text-decoration:none`;
  const picture =
    photo &&
    `<td valign="top" style="padding:0 16px 0 0;width:1px">${linked(photoTag(photo, name), 'ink', color)}</td>`;
  return `<table ${table} width="100%" style="margin:0 0 20px"><tr>${picture ?? ''}<td valign="middle"><p class="ink" style="margin:0 0 6px;${serif};font-size:19px;line-height:25px;font-weight:bold;color:${colours.ink};${breaks}">${linked(inItsDirection(name), 'ink', color)}</p>${price === undefined ? '' : `<p class="brass" style="margin:0;${serif};font-size:19px;line-height:25px;font-weight:bold;color:${own?.accent ?? colours.brass}">${inItsDirection(price)}</p>`}${note === undefined ? '' : `<p class="muted" style="margin:6px 0 0;${sans};font-size:14px;line-height:20px;color:${colours.muted};${breaks}">${inItsDirection(note)}</p>`}</td></tr></table>`;
}

function photoTag({ address, width, height }: MailPhoto, name: string): string {
  const scale = Math.min(largestPhoto.width / width, largestPhoto.height / height, 1);
  const [shownWidth, shownHeight] = [width, height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  return `<img class="photo" src="${escapeHtml(address)}" width="${shownWidth}" height="${shownHeight}" alt="${escapeHtml(name)}" style="display:block;width:${shownWidth}px;height:${shownHeight}px;border-radius:6px;${sans};font-size:14px;line-height:20px">`;
}

/** Mail programs that know no isolates know `dir`: without it `+81 555 0145` would be read from its end in an Arabic mail. */
function inItsDirection(text: string): string {
  const direction = directionOfText(text);
  return direction === directionOf(language())
    ? escapeHtml(text)
    : `<span dir="${direction}">${escapeHtml(text)}</span>`;
}

/** Outlook does not know `start`. */
const side = () => (directionOf(language()) === 'rtl' ? 'right' : 'left');

export function mailFacts(facts: readonly (readonly [name: string, value: string])[]): string {
  const cell = `padding:9px 0;border-top:1px solid ${colours.line};${sans};font-size:15px;line-height:22px;text-align:${side()};vertical-align:top`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" class="muted line" width="36%" style="${cell};padding-right:16px;font-weight:normal;color:${colours.muted}">${escapeHtml(name)}</th><td class="ink line" style="${cell};color:${colours.ink};${breaks}">${inItsDirection(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="line" style="margin:0 0 24px;border-bottom:1px solid ${colours.line};border-collapse:collapse">${rows.join('')}</table>`;
}

/** A picture that is sent inside the mail, on white in both themes so that a phone can scan it. */
export function mailQr({
  cid,
  size,
  label,
  beside,
}: {
  cid: string;
  /** Side in pixels. */
  size: number;
  label: string;
  beside: string;
}): string {
  return `<table ${table} style="margin:0 0 8px"><tr><td valign="top" style="padding:0 16px 0 0;width:1px"><img src="cid:${escapeHtml(cid)}" width="${size}" height="${size}" alt="${escapeHtml(label)}" style="display:block;background:#ffffff"></td><td valign="top">${mailParagraph(beside)}</td></tr></table>`;
}

/** The one button of a mail. Its colours are those of the shop in both themes. */
export function mailButton({ label, link }: MailLink, { colours: own }: MailBrand): string {
  const [ground, text] = own ? [own.button, own.buttonText] : [colours.metal, colours.ink];
  const edge = own?.button ?? colours.edge;
  return `<table ${table} style="margin:8px 0 24px"><tr><td align="center" bgcolor="${ground}" style="border-radius:6px;background:${ground};border:1px solid ${edge};mso-padding-alt:11px 22px"><a href="${escapeHtml(link)}" class="button" style="display:inline-block;padding:11px 22px;${sans};font-size:16px;line-height:22px;font-weight:bold;color:${text};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Small text below the sheet. A link in it follows the text. */
export function mailSmallPrint(text: string, link?: MailLink): string {
  const style = `${sans};font-size:13px;line-height:19px;color:${colours.muted}`;
  const linked =
    link === undefined
      ? ''
      : ` <a href="${escapeHtml(link.link)}" class="muted" style="${style};text-decoration:underline">${escapeHtml(link.label)}</a>`;
  return `<p class="muted" style="margin:0;${style};${breaks}">${inItsDirection(text)}${linked}</p>`;
}
