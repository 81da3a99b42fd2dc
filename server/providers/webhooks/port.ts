import type { WebhookFault } from '#contract/webhooks/webhook-events.ts';

export type WebhookAnswer =
  | { status: number; retryAfter?: string | undefined }
  | { fault: WebhookFault };

/**
 * Sends one webhook to the address of a stranger. Never rejects: whatever goes wrong is a fault of the address. It reaches
 * nothing but the public internet, and the networks that the owner has allowed.
 */
export type SendWebhook = (
  url: URL,
  webhook: { body: string; headers: Readonly<Record<string, string>> },
) => Promise<WebhookAnswer>;
