import type { CardEntry, PaymentIntent } from './port.ts';

const providers: Record<PaymentIntent['provider'], () => Promise<CardEntry>> = {
  sandbox: async () => (await import('./sandbox/SandboxCardEntry.tsx')).SandboxCardEntry,
  stripe: async () => (await import('./stripe/StripeCardEntry.tsx')).StripeCardEntry,
};

/** The card entry of the provider that this shop uses, in a script of its own. Throws when it does not arrive. */
export function loadCardEntry(provider: PaymentIntent['provider']): Promise<CardEntry> {
  return providers[provider]();
}
