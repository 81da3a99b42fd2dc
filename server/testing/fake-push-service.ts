import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { PushDevice } from '../providers/push/port.ts';

/** A browser that has subscribed, with the keys that decrypt what is sent to it. */
export interface FakeBrowser extends PushDevice {
  decrypt(body: Buffer): string;
}

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  /** Decrypted (RFC 8291). */
  payload: string;
  /** What the sender has signed (RFC 8292): for whom, until when, and who it is. */
  claims: { aud?: unknown; sub?: unknown; exp?: number | undefined };
  /** The public key of the sender. */
  key: string;
}

export interface FakePushService {
  /** Its origin. */
  url: string;
  received: ReceivedPush[];
  /** The status of the next answers; 201 by default. */
  answers: { status: number; headers?: Record<string, string>; body?: string }[];
  subscribe(): FakeBrowser;
  close(): Promise<void>;
}

/** A push service on this machine, which speaks RFC 8030 and reads what it gets as the browsers would. */
export async function startFakePushService(): Promise<FakePushService> {
  const browsers = new Map<string, FakeBrowser>();
  const received: ReceivedPush[] = [];
  const answers: FakePushService['answers'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    const browser = browsers.get(path);
    if (request.method !== 'POST' || !browser) return response.writeHead(404).end();
    const answer = answers.shift() ?? { status: 201 };
    const { claims, key } = await readSignature(headers.authorization ?? '');
    const payload = browser.decrypt(Buffer.concat(chunks));
    received.push({ path, headers, payload, claims, key });
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answers,
    subscribe() {
      const browser = newPushDevice(url);
      browsers.set(new URL(browser.endpoint).pathname, browser);
      return browser;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A subscription with keys of its own. */
export function newPushDevice(service = 'https://fcm.googleapis.com'): FakeBrowser {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint: `${service}/push/${randomBytes(16).toString('hex')}`,
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt: (body) => decrypt(body, { pair, publicKey, auth }),
  };
}

/** One record of `aes128gcm` (RFC 8188) with the keys of RFC 8291, section 3.4. */
function decrypt(
  body: Buffer,
  {
    pair,
    publicKey,
    auth,
  }: { pair: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const shared = createHmac('sha256', auth).update(pair.computeSecret(senderKey)).digest();
  const material = createHmac('sha256', shared)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest();
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The padding begins with the delimiter of the last record.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Checks the signature as a push service does. Fails when it is not that of the key beside it. */
async function readSignature(authorization: string): Promise<Pick<ReceivedPush, 'claims' | 'key'>> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) =>
    one.toString('base64url'),
  );
  const { alg = '' } = decodeProtectedHeader(token);
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, alg),
  );
  return { claims: { aud: payload.aud, sub: payload.sub, exp: payload.exp }, key };
}
