import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Text } from './text.ts';

/** The language is English, that of the code, until another one is set. */
let current: I18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** What `t` and its kind call. */
export const i18n = {
  _(text: string | Text, values?: Values, options?: { message?: string }): string {
    const { id, message = options?.message, values: own = values } = partsOf(text);
    const said = isRightToLeft(current.locale) ? isolated(own) : own;
    const written: unknown = current.messages[id] ?? message;
    // Lingui would take a compiled text without placeholders for one that is not compiled.
    if (typeof written === 'string' && !written.includes('{')) return written;
    return current._(id, said, message === undefined ? {} : { message });
  },
};

type Values = Readonly<Record<string, unknown>>;

function partsOf(text: string | Text): Partial<Text> & { id: string } {
  return typeof text === 'string' ? { id: text } : text;
}

/** Whether its letters run from right to left. */
export function isRightToLeft(tag: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b|-(Arab|Hebr)\b/.test(tag);
}

/** The tag, and those of the languages that it is a kind of, the nearest first: `pt-BR`, `pt`. */
export function withParents(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

/** A name in Latin letters would turn the sentence around it. Cases, which `select` looks up, are not translated. */
function isolated(values: Values = {}): Record<string, unknown> {
  const isolate = (value: unknown) =>
    typeof value === 'string' && !/^[a-z-]*$/.test(value) ? `\u2068${value}\u2069` : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
}

/** Whether the text is here in the current language. */
export function hasText(id: string): boolean {
  return id in current.messages;
}

/** Adds texts to the current language, without replacing any. */
export function addTexts(more: Messages): void {
  for (const [id, text] of Object.entries(more)) current.messages[id] ??= text;
}

/** The current language, as `Intl` and `lang` attributes name it. */
export function language(): string {
  return current.locale;
}

/** The language that everything of this process or page has from now on. */
export function setLanguage(next: I18n): void {
  current = next;
}

/** Writes something in another language. Nothing may be awaited while it is written. */
export function inLanguage<Written>(other: I18n, write: () => Written): Written {
  const before = current;
  current = other;
  try {
    return write();
  } finally {
    current = before;
  }
}

/** A table with its texts in the language in which each is read. */
export type Said<Table> = Table extends Text
  ? string
  : Table extends (...args: never) => unknown
    ? Table
    : Table extends object
      ? { readonly [Key in keyof Table]: Said<Table[Key]> }
      : Table;

/**
 * Wraps tables that are made when a module is loaded: each of their texts is translated when it is read, not before.
 */
export function textsOf<const Table>(table: Table): Said<Table> {
  if (typeof table !== 'object' || table === null) return table as Said<Table>;
  const said: object = Array.isArray(table) ? [] : {};
  for (const [key, value] of Object.entries(table)) {
    const get = isText(value) ? () => sayKnown(value) : undefined;
    Object.defineProperty(said, key, {
      enumerable: true,
      ...(get ? { get } : { value: textsOf(value) }),
    });
  }
  return said as Said<Table>;
}

/** Gives zod the message of a rule for input, which is translated when the rule is broken. */
export function sayLater(text: Text | (() => string)): { error: () => string } {
  return { error: typeof text === 'function' ? text : () => sayKnown(text) };
}

/**
 * Says a text as `t` does, so that `textOf` knows it again: for what is wrong with input, in sentences with values, such as
 * the highest price.
 */
export function sayKnown(text: Text): string {
  const said = i18n._(text);
  known.set(said, text);
  if (known.size > maxKnown) known.delete(known.keys().next().value ?? said);
  return said;
}

/** Which text this is, when a table or a rule has just said it. So an answer can name it for readers of other languages. */
export function textOf(said: string): Text | undefined {
  return known.get(said);
}

/** A text is looked up right after it was said; the number of their values is unbounded. */
const known = new Map<string, Text>();
const maxKnown = 5_000;

/** The browser's scripts have ids alone. */
export function isText(value: unknown): value is Text {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && Object.keys(value).every((key) => textKeys.has(key));
}

const textKeys: ReadonlySet<string> = new Set(['id', 'message', 'values', 'context']);
