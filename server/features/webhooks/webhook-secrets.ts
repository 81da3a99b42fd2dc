import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../core/seal.ts';

/** The keys of the signatures, encrypted for the database, each for one endpoint. */
export interface WebhookSeal {
  seal(endpointId: string, secret: string): string;
  /** @returns undefined when it was encrypted with another secret of the shop */
  unseal(endpointId: string, sealed: string): string | undefined;
}

/** @param shopSecret the same for all servers of a shop */
export function createWebhookSeal(shopSecret: string): WebhookSeal {
  const nameOf = (endpointId: string) => `webhook:${endpointId}`;
  return {
    seal: (endpointId, secret) => seal(secret, nameOf(endpointId), shopSecret),
    unseal: (endpointId, sealed) => unseal(sealed, nameOf(endpointId), shopSecret),
  };
}

const prefix = 'whsec_';

/** As https://www.standardwebhooks.com writes it: 256 random bits. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The headers of Standard Webhooks, with a signature for each secret over exactly these bytes. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
