import type { I18n } from '@lingui/core';
import { TransNoContext, type TransProps } from '@lingui/react/server';
import { i18n } from '#contract/language.ts';

/**
 * What `<Trans>` of Lingui's macro becomes (`lingui.config.mjs`): a sentence in the current language, with elements in
 * it. Lingui puts the values in and then looks for the tags of the sentence, so a value with a `<`, such as a name that
 * a user chose, gets a word joiner behind it and is no tag.
 */
export function Trans({ values, ...props }: TransProps) {
  const safe =
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('<', '<\u2060') : value,
      ]),
    );
  return <TransNoContext {...props} lingui={lingui} {...(safe && { values: safe })} />;
}

/** It calls nothing but `_`. */
const lingui = { i18n: i18n as I18n };
