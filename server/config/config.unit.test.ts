import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { StartupError } from '../core/startup-error.ts';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

describe('the settings', () => {
  it('default to a demo shop on this machine', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      rateLimits: true,
      databaseUrl: undefined,
      bookingHoldHours: 48,
      logLevel: 'warn',
    });
  });

  it('the commission is a percentage with two decimals, and zero by default', () => {
    expect(readConfig({}).commissionBasisPoints).toBe(0);
    expect(readConfig({ COMMISSION_PERCENT: '7.25' }).commissionBasisPoints).toBe(725);
    for (const wrong of ['-1', '101', '7.255', 'ten']) {
      expect(() => readConfig({ COMMISSION_PERCENT: wrong }), wrong).toThrow(
        /COMMISSION_PERCENT must be/,
      );
    }
  });

  it('the server runs one process by default, and one per core with SERVERS=auto', () => {
    expect(readConfig({}).servers).toBe(1);
    expect(readConfig({ SERVERS: '3' }).servers).toBe(3);
    expect(readConfig({ SERVERS: 'auto' }).servers).toBe(Math.min(64, availableParallelism()));
    for (const wrong of ['0', '65', '-1', 'all', '2.5']) {
      expect(() => readConfig({ SERVERS: wrong }), wrong).toThrow(/SERVERS must be auto or/);
    }
  });

  it('all faults of the settings are reported together, with the expected values', () => {
    const attempt = () =>
      readConfig({
        PORT: '70000',
        RATE_LIMITS: 'maybe',
        DATABASE_URL: 'mysql://x',
        DEMO: 'perhaps',
      });
    expect(attempt).toThrow(StartupError);
    expect(attempt).toThrow(
      /PORT must be .*\n.*DATABASE_URL must be .*postgres:\/\/.*\n.*DEMO must be .*\n.*RATE_LIMITS must be/,
    );
  });

  it('conflicts are reported together with single faults, and nothing twice', () => {
    const attempt = () =>
      readConfig({
        PORT: '70000',
        GOOGLE_CLIENT_ID: 'x',
        SMTP_URL: 'smtp://x',
        MAIL_FROM: 'nobody',
      });
    expect(attempt).toThrow(
      /PORT must be .*\n.*MAIL_FROM must be .*\n.*GOOGLE_CLIENT_SECRET must be/,
    );
    expect(attempt).not.toThrow(/MAIL_FROM must be set/);
  });

  it('production without rate limits is refused', () => {
    expect(() => readConfig({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(
      'RATE_LIMITS must not be off',
    );
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set together'],
    [{ GOOGLE_ISSUER: 'http://a.test', NODE_ENV: 'production' }, 'GOOGLE_ISSUER must begin'],
    [{ ADMIN_SECOND_FACTOR: 'yes' }, 'ADMIN_SECOND_FACTOR must be optional or required'],
    [{ ADMIN_SECOND_FACTOR: 'required', IDENTITY: 'firebase' }, 'ADMIN_SECOND_FACTOR must not be'],
    [{ SMTP_URL: 'smtp://mail.test' }, 'MAIL_FROM must be set'],
    [{ METRICS_PORT: '65535', SERVERS: '2' }, 'METRICS_PORT must leave a port for each'],
    [{ SMTP_URL: 'http://mail.test' }, 'SMTP_URL must be an address'],
  ])('the conflict %o is refused', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it('Google is included only when its settings are complete', () => {
    expect(readConfig({}).google).toBeUndefined();
    const environment = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' };
    expect(readConfig(environment).google).toEqual({
      clientId: 'x',
      clientSecret: 'y',
      issuer: 'https://accounts.google.com',
    });
  });

  it.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://db/shop' }, false],
    [{ DATABASE_URL: 'postgres://db/shop', DEMO: '1' }, true],
    [{ NODE_ENV: 'production', CARDS: 'sandbox' }, false],
  ])('%o decides whether there is a demo catalogue: %s', (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });

  it('production refuses the demo accounts, whose password is public', () => {
    expect(() => readConfig({ NODE_ENV: 'production', CARDS: 'sandbox', DEMO: '1' })).toThrow(
      'DEMO must not be 1 with NODE_ENV=production',
    );
  });

  it('a misspelled setting is reported with the likely name, unlike the variables of other programs', () => {
    const misspelledOf = (...names: string[]) =>
      readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).misspelled;
    expect(misspelledOf('ADMIN_EMIALS', 'public_url', 'DATABASE_URI', 'PROT', 'TEXT')).toEqual([
      'ADMIN_EMIALS is no setting. Did you mean ADMIN_EMAILS?',
      'public_url is no setting. Did you mean PUBLIC_URL?',
      'DATABASE_URI is no setting. Did you mean DATABASE_URL?',
      'PROT is no setting. Did you mean PORT?',
      'TEXT is no setting. Did you mean TEXTS?',
    ]);
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'LANG',
      'TERM',
      'SHLVL',
      'USER',
      'PWD',
      'NODE',
    ];
    expect(misspelledOf(...others, 'NODE_OPTIONS', 'http_proxy', 'INVOCATION_ID')).toEqual([]);
  });

  it('the proxies can be IP addresses, networks and names', () => {
    const TRUST_PROXY = 'loopback, 10.0.0.0/8,2001:db8::1';
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0', '*']) {
      expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow('TRUST_PROXY must be');
    }
  });

  it('the networks that webhooks may reach are addresses and networks, and none by default', () => {
    expect(readConfig({}).webhookNetworks).toEqual([]);
    const WEBHOOK_NETWORKS = '10.1.0.0/16, fd00::7';
    expect(readConfig({ WEBHOOK_NETWORKS }).webhookNetworks).toEqual(['10.1.0.0/16', 'fd00::7']);
    for (const wrong of ['loopback', '10.0.0.0/33', 'shop.example']) {
      expect(() => readConfig({ WEBHOOK_NETWORKS: wrong })).toThrow('WEBHOOK_NETWORKS must be');
    }
  });

  it('a PUBLIC_URL without a path is accepted and normalised', () => {
    const publicUrl = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl;
    expect(publicUrl('https://Shop.example:443/')).toBe('https://shop.example');
    expect(publicUrl('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
    for (const rest of ['/shop', '/?a=1&b', '/#x', '/"><script>']) {
      expect(() => publicUrl(`https://shop.example${rest}`)).toThrow('PUBLIC_URL must be');
    }
    expect(() => publicUrl('https://me:word@shop.example')).toThrow('PUBLIC_URL must be');
  });

  it('an empty setting counts as unset', () => {
    expect(readConfig({ PORT: ' ', PUBLIC_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: undefined,
    });
  });

  it('docs/configuration.md lists the settings as the schema declares them', async () => {
    const text = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const documented = [...text.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| (.*) \|$/gm)].map(
      ([, name, byDefault, meaning]) => ({ name, byDefault, meaning }),
    );
    const declared = Object.entries(settings.shape).map(([name, schema]) => ({
      name,
      byDefault: defaultOf(schema),
      meaning: schema.description,
    }));
    expect(documented).toEqual(declared);
  });
});

function defaultOf(schema: { safeParse: (value: undefined) => { data?: unknown } }): string {
  const value = schema.safeParse(undefined).data;
  return value === undefined ? '' : `\`${value}\``;
}
