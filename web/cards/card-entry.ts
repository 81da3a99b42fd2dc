import type { CardEntry, PaymentIntent } from './port.ts';

const providers: Record<PaymentIntent['provider'], () => Promise<CardEntry>> = {
  sandbox: async () => (await import('./sandbox/SandboxCardEntry.tsx')).SandboxCardEntry,
  stripe: async () => (await import('./stripe/StripeCardEntry.tsx')).StripeCardEntry,
};

/** Loads the card entry of this shop's provider in its own script. Throws when the script does not load. */
export function loadCardEntry(provider: PaymentIntent['provider']): Promise<CardEntry> {
  return providers[provider]();
}
