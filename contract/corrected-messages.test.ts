import { readFile } from 'node:fs/promises';
import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { correctedLabels, correctedMessages } from './corrected-messages.ts';
import { inLanguage } from './language.ts';
import { messages } from './messages.ts';

const corrected = setupI18n({ locale: 'en', messages: { en: { ...correctedMessages } } });

it('the corrected texts replace those of the specification in their language alone', () => {
  const { toast } = structuredClone({ toast: messages.toast });
  expect(messages.category.title('Brass')).toBe('All Brass Product');
  inLanguage(corrected, () => {
    expect(messages.category.title('Brass')).toBe('Brass');
    expect(messages.payment).toEqual({
      heading: 'Pay for your',
      completed: 'You’ve paid. It’s yours.',
      transactionId: 'Payment reference',
    });
    expect(messages.seller.verified).toBe('Verified');
  });
  expect(messages.toast.operationDone).toBe(toast.operationDone);
});

it('every corrected text belongs to a text of the specification and differs from it', () => {
  for (const [id, text] of Object.entries(correctedMessages)) {
    expect(inLanguage(corrected, () => saidAt(id))).toBe(text.replace('{name}', 'x'));
    expect(saidAt(id)).not.toBe(text);
  }
});

it('every corrected label replaces one of the shop and has its placeholders', async () => {
  const catalogue = await readFile(new URL('../texts/en.po', import.meta.url), 'utf8');
  for (const [id, text] of Object.entries(correctedLabels)) {
    const start = catalogue.indexOf(`\nmsgid ${JSON.stringify(id)}\n`);
    expect([id, start]).not.toEqual([id, -1]);
    const [, english = ''] = /\nmsgstr (".*")/.exec(catalogue.slice(start)) ?? [];
    expect([id, placeholders(text)]).toEqual([id, placeholders(JSON.parse(english))]);
    expect(text).not.toBe(JSON.parse(english));
  }
});

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];

function saidAt(id: string): unknown {
  const [part = '', name = ''] = id.split('.');
  const text = (messages as Record<string, Record<string, unknown>>)[part]?.[name];
  return typeof text === 'function' ? text('x') : text;
}
