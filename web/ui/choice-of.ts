import type { ShownText } from '#contract/shop/owned-text.ts';

/** A choice in the language of its text. */
export function choiceOf(value: string, { text: label, ...language }: ShownText) {
  return { value, label, ...language };
}

/** The same for a step of a trail. */
export function stepOf({ text: name, ...language }: ShownText, path: string) {
  return { name, ...language, path };
}
