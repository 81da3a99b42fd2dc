import { afterEach, expect, test, vi } from 'vitest';
import { cacheAnsweredBy, pageMarkup } from '../features/products/page-samples.tsx';
import { loadCardEntry } from './card-entry.ts';
import type { PaymentIntent } from './port.ts';

const intent = {
  clientSecret: 'secret',
  publishableKey: 'pk_test_1',
  transactionId: 'pi_1',
  expiresAt: '2999-01-01T00:00:00.000Z',
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['sandbox', 'stripe'] as const satisfies readonly PaymentIntent['provider'][])(
  'the Pay button of %s waits until the provider is ready',
  async (provider) => {
    const CardEntry = await loadCardEntry(provider);
    // Stripe's fields take their colours from the page.
    vi.stubGlobal('document', { documentElement: null });
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
    const markup = pageMarkup(
      <CardEntry
        billing={{ name: 'Bea Reed', email: 'bea@reprise.test' }}
        intent={{ ...intent, provider }}
        beforePaying={async () => {}}
        isClosed={false}
        onCharged={() => {}}
        payLabel="Pay $1,250"
      />,
      { pattern: '/', address: '/' },
      cacheAnsweredBy(() => []),
    );
    expect(markup).toMatch(
      /<button(?=[^>]*aria-disabled="true")(?=[^>]*type="submit")[^>]*>.*?Pay \$1,250/,
    );
  },
);
