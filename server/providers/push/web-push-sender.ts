import { createECDH, ECDH, hkdfSync } from 'node:crypto';
import { describeFault, inWords } from '../../core/describe-fault.ts';
import type { PushAnswer, PushDevice, PushMessage, PushSender } from './port.ts';

interface Options {
  /** From which the shop's keys are derived. */
  secret: string;
  /** The address of the shop, by which push services know the sender. */
  origin: () => string;
  /** Origins of further push services. */
  services?: readonly string[];
}

const timeoutMs = 10_000;
/** Of a refusal, for the log. */
const reasonLength = 200;

/** Web Push (RFC 8030), encrypted (RFC 8291) and signed (VAPID, RFC 8292) by the package `web-push`. */
export async function createWebPushSender({
  secret,
  origin,
  services = [],
}: Options): Promise<PushSender> {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = deriveKeys(secret);

  function requestOf({ endpoint, p256dh, auth }: PushDevice, message: PushMessage) {
    const subscription = { endpoint, keys: { p256dh, auth } };
    return webPush.generateRequestDetails(subscription, message.payload, {
      contentEncoding: 'aes128gcm',
      TTL: message.ttlSeconds,
      topic: message.topic,
      vapidDetails: { subject: subjectOf(origin()), publicKey, privateKey },
    });
  }

  return {
    publicKey,
    accepts: (device) => isKnownService(device.endpoint, services) && canEncrypt(device),
    async send(device, message) {
      try {
        const { method, headers, body } = requestOf(device, message);
        const response = await fetch(device.endpoint, {
          method,
          headers: headersOf(headers),
          body: body === null ? null : new Uint8Array(body),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return await answerOf(response);
      } catch (error) {
        return { outcome: 'later', fault: inWords(describeFault(error)) };
      }
    },
  };
}

/** Apple refuses what does not come from the https address of a shop. */
const subjectOf = (origin: string) => origin.replace(/^http:/, 'https:');

/** `fetch` sets the length itself. */
function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
}

async function answerOf(response: Response): Promise<PushAnswer> {
  const { status, headers } = response;
  if (response.ok || status === 404 || status === 410) {
    await response.body?.cancel();
    return { outcome: response.ok ? 'accepted' : 'gone' };
  }
  if (status === 429 || status >= 500) {
    await response.body?.cancel();
    return { outcome: 'later', fault: `HTTP ${status}`, waitMs: waitOf(headers) };
  }
  const reason = (await response.text()).slice(0, reasonLength);
  return { outcome: 'refused', status, reason };
}

function waitOf(headers: Headers): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === null) return undefined;
  const waitMs = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** The push services of Chrome and its relatives, Safari, Firefox and Edge. */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** The endpoint comes from a browser, and the server will call it: anything else could be a service in its own network. */
function isKnownService(endpoint: string, further: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (further.includes(url.origin)) return true;
  const isUsual = url.protocol === 'https:' && url.port === '';
  return isUsual && knownHosts.some((host) => host.test(url.hostname));
}

const curve = 'prime256v1';

function canEncrypt({ p256dh, auth }: PushDevice): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), curve);
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** The pair of keys that belongs to a secret. All but one in 2^32 numbers of 32 bytes are private keys of the curve. */
function deriveKeys(secret: string): { publicKey: string; privateKey: string } {
  for (let round = 0; ; round += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `reprise vapid ${round}`, 32));
    const pair = createECDH(curve);
    try {
      pair.setPrivateKey(scalar);
    } catch {
      continue;
    }
    const privateKey = scalar.toString('base64url');
    return { publicKey: pair.getPublicKey('base64url'), privateKey };
  }
}
