import { escapeHtml } from '../../core/escape-html.ts';

/** The content of a mail, before it is rendered as text and HTML. */
export interface MailContent {
  subject: string;
  /** The reader's name. */
  greeting: string;
  paragraphs: readonly string[];
  /** Shown as a table. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Shown as a button. */
  step?: { label: string; link: string };
  /** Paragraphs after the step. */
  closing?: readonly string[];
}

export function renderText({
  greeting,
  paragraphs,
  facts = [],
  step,
  closing = [],
}: MailContent): string {
  const blocks = [
    `Hello ${greeting},`,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(step ? [`${step.label}:\n${step.link}`] : []),
    ...closing,
    'Reprise',
  ];
  return `${blocks.join('\n\n')}\n`;
}

const ink = '#2b211a';
const quiet = '#6b5a4c';
const walnut = '#4a2f1f';

/** Styles are inline because many mail programs ignore style sheets. */
export function renderHtml({
  subject,
  greeting,
  paragraphs,
  facts = [],
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
    ...(step
      ? [
          `<p style="margin:0 0 24px"><a href="${escapeHtml(step.link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${walnut};color:#fff;text-decoration:none">${escapeHtml(step.label)}</a></p>`,
        ]
      : []),
    ...closing.map(paragraph),
    '</div></body></html>',
  ].join('\n');
}
