import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Options {
  /** The `challenge` of the options, in base64url. */
  challenge: string;
  origin?: string;
  /** Whether the device was unlocked. */
  isUnlocked?: boolean;
}

const rpId = 'shop.test';
const shopOrigin = 'https://shop.test';

/** A passkey in memory, which answers like `navigator.credentials` (ES256, no attestation). */
export function createSoftwarePasskey() {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = id.toString('base64url');
  const common = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
  };
  return {
    id: credentialId,
    create({ challenge, origin, isUnlocked = true }: Options) {
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const data = Buffer.concat([authenticatorData(isUnlocked, 0x40), attested]);
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, origin, isUnlocked = true }: Options) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(isUnlocked, 0);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, origin = shopOrigin): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Hash of the shop's name, flags (present, unlocked, and `more`), and a counter of zero. */
function authenticatorData(isUnlocked: boolean, more: number): Buffer {
  const flags = Buffer.from([0x01 | (isUnlocked ? 0x04 : 0) | more]);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, Buffer.alloc(4)]);
}

/** CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y } */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    x,
    Buffer.from('225820', 'hex'),
    y,
  ]);
}
