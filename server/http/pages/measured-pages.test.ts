import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShopAnalytics } from '#contract/shop/analytics.ts';
import { shopAnalytics } from '#contract/shop/shop-analytics.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { analyticsSources } from '../security/analytics-sources.ts';

const analytics: ShopAnalytics = {
  kind: 'matomo',
  address: 'https://count.example/',
  site: 1,
  cookies: true,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({
    shop: { ...defaultLoadedShop, public: { ...defaultLoadedShop.public, analytics } },
  });
});
afterAll(() => shop.close());

const policyOf = async (url: string) =>
  String((await shop.app.inject({ url })).headers['content-security-policy']);

it('the policy of measured pages allows the script and the receiver of the service, and nothing else of it', async () => {
  const directives = (await policyOf('/')).split(';').map((one) => one.trim());
  const naming = directives.filter((one) => one.includes('count.example'));
  expect(naming.map((one) => one.split(' ').filter((part) => !/sha256/.test(part)))).toEqual([
    ['script-src', "'self'", 'https://count.example/matomo.js'],
    ['connect-src', "'self'", 'https://count.example/matomo.php'],
  ]);
});

it.each([
  '/dashboard',
  '/dashboard/payment/0190f7a0-0000-7000-8000-000000000001',
  '/reset-password?token=secret',
  '/verify-email?token=secret',
  '/report/product/0190f7a0-0000-7000-8000-000000000001',
  '/api/kinds',
])('the policy of %s has nothing of the service that counts visits', async (url) => {
  expect(await policyOf(url)).not.toContain('count.example');
});

it.each([
  [
    { kind: 'plausible', domain: 'nordklang.example' },
    ['https://plausible.io/js/script.manual.js'],
    ['https://plausible.io/api/event'],
  ],
  [
    { kind: 'umami', website: '0b7a5f9e-6d3f-4a51-9d7b-1f2f3a4b5c6d' },
    ['https://cloud.umami.is/script.js'],
    ['https://api-gateway.umami.dev/api/send'],
  ],
  [
    { kind: 'ga4', id: 'G-ABC123DEF4' },
    ['https://www.googletagmanager.com/gtag/'],
    ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
  ],
])('the policy for %j allows its script and its receiver', (written, scripts, connections) => {
  expect(analyticsSources(shopAnalytics.parse(written))).toEqual({ scripts, connections });
});
