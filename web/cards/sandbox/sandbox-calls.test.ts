import { setupI18n } from '@lingui/core';
import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#contract/language.ts';
import { confirmIntent } from './sandbox-calls.ts';

const english = setupI18n({ locale: 'en', messages: { en: {} } });
afterEach(() => {
  vi.unstubAllGlobals();
  setLanguage(english);
});

const body = {
  clientSecret: 'secret',
  card: { number: '4000000000000002', expMonth: 9, expYear: 30, cvc: '123' },
  billing: { name: 'Bea', email: 'bea@reprise.test' },
};
const answer = (status: number, json: object) =>
  vi.stubGlobal('fetch', async () => Response.json(json, { status }));

it('a declined card says so in the language of the page', async () => {
  setLanguage(setupI18n({ locale: 'de', messages: { de: { declined: 'Karte abgelehnt.' } } }));
  const error = { code: 'card_declined', message: 'Declined.', messageId: 'declined' };
  answer(402, { intent: { state: 'requires_payment_method' }, error });
  expect((await confirmIntent('pi_1', body)).error?.message).toBe('Karte abgelehnt.');
});

it('a refused call of the sandbox says why in the language of the page', async () => {
  setLanguage(setupI18n({ locale: 'de', messages: { de: { late: 'Zu viele Versuche.' } } }));
  answer(429, { status: 429, detail: 'Too many attempts.', detailId: 'late' });
  await expect(confirmIntent('pi_1', body)).rejects.toThrow('Zu viele Versuche.');
});
