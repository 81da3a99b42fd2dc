/** A browser, as its push subscription describes it (Push API). */
export interface PushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  payload: string;
  /** A later message with the same words replaces this one while it has not arrived; at most 32 characters of Base64url. */
  topic: string;
  /** For so long the push service keeps it for a device that is switched off. */
  ttlSeconds: number;
}

export type PushAnswer =
  | { outcome: 'accepted' }
  /** The subscription has ended. */
  | { outcome: 'gone' }
  /** The push service is busy or away. */
  | { outcome: 'later'; fault: string; waitMs?: number | undefined }
  /** Trying again would change nothing. */
  | { outcome: 'refused'; status: number; reason: string };

/** Sends messages to browsers through the push services of their makers. */
export interface PushSender {
  /** With which browsers subscribe: only messages that are signed with its other half reach them. */
  publicKey: string;
  /** Whether this is a subscription at a push service that the shop knows, with keys that can encrypt. */
  accepts(device: PushDevice): boolean;
  /** Encrypts and sends a message. Never throws. */
  send(device: PushDevice, message: PushMessage): Promise<PushAnswer>;
}
