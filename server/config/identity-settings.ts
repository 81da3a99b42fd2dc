import { z } from 'zod';
import { address } from './setting-types.ts';

/** An OAuth client at Google. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** URL of the issuer, without a trailing slash; the discovery document is below it. */
  issuer: string;
}

/** The settings of who proves who people are. Those of Firebase are in `firebase-settings.ts`. */
export const identitySettings = {
  IDENTITY: z
    .enum(['embedded', 'firebase'], 'must be embedded or firebase')
    .default('embedded')
    .describe('Who proves who people are: the shop itself, or a Firebase project of yours.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('Of an OAuth client at Google; with `GOOGLE_CLIENT_SECRET` it turns on its sign-in.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('The secret of that client.'),
  GOOGLE_ISSUER: address('https', 'http')
    .transform((value) => value.replace(/\/+$/, ''))
    .default('https://accounts.google.com')
    .describe('Another OpenID provider in the place of Google; its discovery document is read.'),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'], 'must be optional or required')
    .default('optional')
    .describe(
      '`required` gives admins their rights only in sessions in which they proved a second factor: a code of an authenticator app, a passkey or a recovery code. Not with `IDENTITY=firebase`.',
    ),
} as const;

type IdentityValues = z.output<z.ZodObject<typeof identitySettings>> & {
  NODE_ENV?: string | undefined;
};

export function findIdentityFaults(values: IdentityValues): string[] {
  const faults: string[] = [];
  if (values.ADMIN_SECOND_FACTOR === 'required' && values.IDENTITY === 'firebase') {
    faults.push(
      'ADMIN_SECOND_FACTOR must not be required with IDENTITY=firebase, which has no second factor here',
    );
  }
  if ((values.GOOGLE_CLIENT_ID === undefined) !== (values.GOOGLE_CLIENT_SECRET === undefined)) {
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  }
  if (values.NODE_ENV === 'production' && values.GOOGLE_ISSUER.startsWith('http:')) {
    faults.push('GOOGLE_ISSUER must begin with https:// with NODE_ENV=production');
  }
  return faults;
}

/** @returns undefined when Google sign-in is not configured */
export function readGoogleSettings(values: IdentityValues): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, issuer: values.GOOGLE_ISSUER };
}
