import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { checkSettings } from './check-settings.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: '127.0.0.1',
  DATABASE_URL: 'postgres://db.example/shop',
  TOKEN_SECRET: 'x'.repeat(40),
  ADMIN_EMAILS: 'owner@shop.example',
  ADMIN_SECOND_FACTOR: 'required',
  SECURITY_CONTACT: 'mailto:security@shop.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

function found(changes: Record<string, string>, version = 'v24.1.0') {
  const findings = checkSettings(readConfig({ ...production, ...changes }), version);
  return findings.map(({ level, text }) => `${level}: ${text}`).join('\n');
}

it('the settings of a public shop have no faults', () => {
  expect(found({})).toBe('ok: The settings are those of a shop that is open to people.');
});

it.each([
  [{ NODE_ENV: 'development' }, 'fault: NODE_ENV is not production'],
  [{ NODE_ENV: '', DEMO: '1', CARDS: 'sandbox' }, 'fault: The shop shows the demo catalogue'],
  [{ ADMIN_EMIALS: 'x' }, 'advice: ADMIN_EMIALS is no setting. Did you mean ADMIN_EMAILS?'],
  [{ PUBLIC_URL: '' }, 'fault: PUBLIC_URL is not set'],
  [{ PUBLIC_URL: 'http://shop.example' }, 'fault: PUBLIC_URL is http://shop.example, without TLS'],
  [{ TRUST_PROXY: '' }, 'fault: TRUST_PROXY is not set'],
  [{ TOKEN_SECRET: '' }, 'advice: TOKEN_SECRET is not set'],
  [{ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }, 'advice: The metrics are served on 0.0.0.0'],
  [{ ADMIN_EMAILS: '' }, 'advice: ADMIN_EMAILS is empty'],
  [{ ADMIN_SECOND_FACTOR: 'optional' }, 'advice: Admins may sign in with a password alone'],
  [{ SECURITY_CONTACT: '' }, 'advice: SECURITY_CONTACT is not set'],
  [{ CARDS: 'sandbox' }, 'advice: CARDS is the sandbox'],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'advice: STRIPE_SECRET_KEY is a test key',
  ],
])('%j', (changes, expected) => {
  expect(found(changes)).toContain(expected);
});

it('a version of Node without security fixes gets a warning', () => {
  expect(found({}, 'v20.20.0')).toContain('advice: Node is v20.20.0');
  expect(found({}, 'v22.4.0')).toContain('ok:');
});
