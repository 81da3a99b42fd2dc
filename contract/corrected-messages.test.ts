import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { correctedMessages } from './corrected-messages.ts';
import { inLanguage } from './language.ts';
import { messages } from './messages.ts';

const corrected = setupI18n({ locale: 'en', messages: { en: { ...correctedMessages } } });

it('the corrected texts replace only those with typing errors', () => {
  const { required, toast } = structuredClone({
    required: messages.required,
    toast: messages.toast,
  });
  expect(messages.category.title('Brass')).toBe('All Brass Product');
  inLanguage(corrected, () => {
    expect(messages.category.title('Brass')).toBe('All Brass Products');
    expect(messages.toast.operationDone).toBe('Operation Successful');
    expect(messages.toast.userDeleted).toBe(toast.userDeleted);
    expect(messages.payment).toEqual({
      heading: 'Payment For',
      completed: 'Congrats! Your payment is complete',
      transactionId: 'Your transaction ID',
    });
    expect(messages.required).toEqual(required);
  });
  expect(messages.toast.operationDone).toBe(toast.operationDone);
});

it('every corrected text belongs to a text of the specification and differs from it', () => {
  for (const [id, text] of Object.entries(correctedMessages)) {
    expect(inLanguage(corrected, () => saidAt(id))).toBe(text.replace('{name}', 'x'));
    expect(saidAt(id)).not.toBe(text);
  }
});

function saidAt(id: string): unknown {
  const [part = '', name = ''] = id.split('.');
  const text = (messages as Record<string, Record<string, unknown>>)[part]?.[name];
  return typeof text === 'function' ? text('x') : text;
}
