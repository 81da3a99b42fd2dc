import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The key with which this server manages the accounts of a Firebase project. */
export interface ServiceAccount {
  clientEmail: string;
  /** PKCS #8, as PEM. */
  privateKey: string;
  /** URL that exchanges the key for an access token. */
  tokenAddress: string;
}

/** A complete Firebase project. */
export interface FirebaseSettings {
  projectId: string;
  /** Identifies the project to Google. Public: part of every page. */
  apiKey: string;
  authDomain: string;
  /** Undefined only with an emulator, which needs none. */
  serviceAccount: ServiceAccount | undefined;
  /** Address of the Auth emulator, without a slash at the end; undefined: the real Firebase. */
  emulator: string | undefined;
}

const keyFile = z
  .object({
    client_email: z.email(),
    private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
    token_uri: z.url().default('https://oauth2.googleapis.com/token'),
  })
  .transform(
    (key): ServiceAccount => ({
      clientEmail: key.client_email,
      privateKey: key.private_key,
      tokenAddress: key.token_uri,
    }),
  );

/** The settings of Firebase. */
export const firebaseSettings = {
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{4,40}$/, 'must be the id of a Firebase project')
    .optional()
    .describe('Firebase project that proves who people are, with `IDENTITY=firebase`.'),
  FIREBASE_API_KEY: z
    .string()
    .optional()
    .describe('Web API key of that project. It is no secret: browsers get it.'),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'must be the name of a host, such as project.firebaseapp.com')
    .optional()
    .describe(
      'Host of the window in which Google asks. By default `<FIREBASE_PROJECT_ID>.firebaseapp.com`.',
    ),
  FIREBASE_SERVICE_ACCOUNT: z
    .string()
    .transform((value, context) => readServiceAccount(value) ?? refuse(context))
    .optional()
    .describe(
      'Key of a service account of that project: the path of the JSON file, or the JSON itself. By it the shop ends sessions and accounts.',
    ),
  FIREBASE_EMULATOR: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port, such as 127.0.0.1:9099')
    .optional()
    .describe(
      'Firebase’s Auth emulator in its place, as `127.0.0.1:9099`. Its tokens are not signed; refused with `NODE_ENV=production`.',
    ),
} as const;

function refuse(context: z.RefinementCtx): never {
  const message = 'must be the JSON key of a service account, or the path of the file';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function readServiceAccount(value: string): ServiceAccount | undefined {
  try {
    const text = value.startsWith('{') ? value : readFileSync(value, 'utf8');
    return keyFile.safeParse(JSON.parse(text)).data;
  } catch {
    // The file is missing or not JSON. The error is dropped, because its message may quote the key.
    return undefined;
  }
}

type FirebaseValues = z.output<z.ZodObject<typeof firebaseSettings>> & {
  IDENTITY: 'embedded' | 'firebase';
  NODE_ENV?: string | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
};

/** Conflicts between the settings, one sentence each. */
export function findFirebaseFaults(values: FirebaseValues): string[] {
  const given = Object.keys(firebaseSettings).filter((name) => name in values);
  if (values.IDENTITY === 'embedded') {
    return given.map((name) => `${name} is set, but IDENTITY is not firebase`);
  }
  const faults: string[] = [];
  for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] as const) {
    if (values[name] === undefined) faults.push(`${name} must be set with IDENTITY=firebase`);
  }
  if (!values.FIREBASE_SERVICE_ACCOUNT && !values.FIREBASE_EMULATOR) {
    faults.push('FIREBASE_SERVICE_ACCOUNT must be set with IDENTITY=firebase');
  }
  if (values.FIREBASE_EMULATOR && values.NODE_ENV === 'production') {
    faults.push('FIREBASE_EMULATOR must not be set with NODE_ENV=production');
  }
  if (values.GOOGLE_CLIENT_ID !== undefined) {
    faults.push(
      'GOOGLE_CLIENT_ID has no effect with IDENTITY=firebase, which includes Google sign-in',
    );
  }
  return faults;
}

/** The configured project; undefined with the embedded identity provider. */
export function readFirebaseSettings(values: FirebaseValues): FirebaseSettings | undefined {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = values;
  if (values.IDENTITY === 'embedded' || !projectId || !apiKey) return undefined;
  const emulator = values.FIREBASE_EMULATOR;
  return {
    projectId,
    apiKey,
    authDomain: values.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    serviceAccount: values.FIREBASE_SERVICE_ACCOUNT,
    emulator: emulator && `http://${emulator}`,
  };
}
