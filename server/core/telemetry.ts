import { channel } from 'node:diagnostics_channel';

/** A request that was answered. */
export interface FinishedRequest {
  method: string;
  /** The pattern of the route. */
  route: string;
  status: number;
  ms: number;
  /** Its id, if it was answered from the cache, without the hooks of other requests. */
  cachedReqId?: string;
}

/** A run of a scheduled job that ended. */
export interface FinishedJob {
  job: string;
  ms: number;
  hasFailed: boolean;
}

/** What became of a charge: it paid for its booking, came too late for it, was refunded, or its refund failed. */
export type PaymentOutcome = 'recorded' | 'late' | 'refunded' | 'refund-failed';

/**
 * What happens in this process, for those who measure it (`server/metrics`). Publishing costs next to nothing while no
 * one has subscribed, and a subscriber's error does not reach the publisher.
 */
export const telemetry = {
  request: topic<FinishedRequest>('reprise:request'),
  job: topic<FinishedJob>('reprise:job'),
  payment: topic<{ outcome: PaymentOutcome }>('reprise:payment'),
  /** Whether a response that may be cached was in the cache or had to be made. */
  cacheLookup: topic<{ result: 'hit' | 'made' }>('reprise:cache-lookup'),
  /** A statement that may run on a replica, where there is one. */
  catalogueRead: topic<{ from: 'replica' | 'primary' }>('reprise:catalogue-read'),
};

interface Topic<Message> {
  publish(message: Message): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (message: Message) => void): () => void;
}

function topic<Message>(name: string): Topic<Message> {
  const messages = channel(name);
  return {
    publish(message) {
      if (messages.hasSubscribers) messages.publish(message);
    },
    subscribe(listener) {
      const onMessage = (message: unknown) => listener(message as Message);
      messages.subscribe(onMessage);
      return () => messages.unsubscribe(onMessage);
    },
  };
}
