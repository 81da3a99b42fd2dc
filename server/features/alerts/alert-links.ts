import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The tokens in the links that end mails about a topic, in each such mail. They follow from the subscription and a secret, so
 * that none is stored, and all mails of a subscription have the same one.
 */
export interface AlertLinks {
  tokenOf(subscriptionId: string): string;
  /** Takes the same time for every wrong signature. Undefined when the token is not one of ours. */
  subscriptionIdOf(token: string): string | undefined;
}

export function createAlertLinks(secret: string): AlertLinks {
  const signatureOf = (id: string) =>
    createHmac('sha256', secret).update(`alert-link:${id}`).digest('base64url');
  return {
    tokenOf: (id) => `${id}.${signatureOf(id)}`,
    subscriptionIdOf(token) {
      const { id, signature } = tokenPattern.exec(token)?.groups ?? {};
      if (id === undefined || signature === undefined) return undefined;
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id))];
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
  };
}

const tokenPattern =
  /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<signature>[\w-]{43})$/;
