/**
 * Every text for people is written in English, where it is read. The build replaces these functions by calls of Lingui
 * (scripts/build/lingui.mjs), which know the text by its id in every language (docs/languages.md). Without that build,
 * as in the browser tests, the text is English.
 */

/** A text in no language yet: `t` says it in one. */
export interface Text {
  readonly id: string;
  readonly message?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A text that is said later, or whose id must not change with its words. */
export function msg(strings: TemplateStringsArray, ...values: readonly unknown[]): Text;
export function msg(text: { id: string; message: string }): Text;
export function msg(text: { message: string; context: string }): Text;
export function msg(
  text:
    | TemplateStringsArray
    | { id: string; message: string }
    | { message: string; context: string },
  ...values: readonly unknown[]
): Text {
  if ('message' in text) return { id: text.message, ...text };
  const message = joined(text, (index) => `{${index}}`);
  return { id: message, message, values: { ...values } };
}

/** A text in the current language: of the page, the mail, or the answer that is being written. */
export function t(strings: TemplateStringsArray, ...values: readonly unknown[]): string;
export function t(text: Text): string;
/** A text that means two things in English: translators read the context. */
export function t(text: { message: string; context: string }): string;
export function t(
  text: TemplateStringsArray | Text | { message: string; context: string },
  ...values: readonly unknown[]
): string {
  if ('message' in text || 'id' in text) return withValues(text);
  return joined(text, (index) => String(values[index]));
}

/** A text by number, `#` being the number. A language has more cases or fewer; its translation says which. */
export function plural(
  count: number,
  cases: { readonly one?: string; readonly other: string; readonly [exact: number]: string },
): string {
  const exact = cases[count];
  const byNumber = count === 1 ? (cases.one ?? cases.other) : cases.other;
  return (exact ?? byNumber).replaceAll('#', count.toLocaleString('en-US'));
}

function joined(strings: TemplateStringsArray, value: (index: number) => string): string {
  return strings.reduce((text, next, index) => `${text}${value(index - 1)}${next}`);
}

function withValues({ message = '', values = {} }: Partial<Text>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
