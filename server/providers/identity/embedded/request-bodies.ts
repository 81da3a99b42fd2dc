import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { composed, email, requiredLine } from '#contract/fields.ts';
import { passwordLength } from '#contract/identity/identity.ts';
import { passkeyLimits, secondFactorPaths as paths } from '#contract/identity/second-factor.ts';
import { sayKnown, sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { badInput, Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import { isCommonPassword } from './passwords/common-password.ts';

/** A password as entered: an existing one may predate the rules. */
const password = z.string(sayLater(() => messages.required.password)).min(
  1,
  sayLater(() => messages.required.password),
);
/** Checked for strength as it is stored. */
const newPassword = password.overwrite(composed);
const name = requiredLine(() => messages.required.name, limits.personNameLength);
/** A path on our own origin, for the redirect back from Google: never another site. */
const ownPath = z
  .string()
  .max(limits.addressLength)
  .regex(/^\/(?![/\\])/, 'This must be a path of the shop');
const token = z.string().min(1).max(2_048);
const picture = z.string().max(limits.addressLength);

/** Spaces, with which apps show codes, do not matter. */
const code = z
  .string(sayLater(msg`Enter the code`))
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, sayLater(msg`Enter the six digits that your app shows`)));
const recoveryCode = z
  .string(sayLater(msg`Enter the code`))
  .trim()
  .min(1, sayLater(msg`Enter a recovery code`))
  .max(50);
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, 'This is not base64url');
const passkeyName = requiredLine(msg`Give it a name`, passkeyLimits.nameLength);
/** What a browser answers to a passkey's options (`PublicKeyCredential.toJSON`); more fields of it are not used. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
const transports = z.array(z.string().max(20)).max(10);

/** The body of each POST route, by its path below `identityBase`. Other fields are refused. */
export const requestBodies = {
  '/sign-up/email': z.strictObject({
    name,
    email,
    password: newPassword,
    image: picture.optional(),
  }),
  '/sign-in/email': z.strictObject({ email, password }),
  '/sign-in/social': z.strictObject({
    provider: z.literal('google', 'The provider must be google'),
    callbackURL: ownPath,
    errorCallbackURL: ownPath,
  }),
  '/update-user': z.strictObject({ name: name.optional(), image: picture.optional() }),
  '/change-password': z.strictObject({
    currentPassword: password,
    newPassword,
    revokeOtherSessions: z.boolean().optional(),
  }),
  '/proof': z.strictObject({ password }),
  '/proof/google': z.strictObject({ callbackURL: ownPath, errorCallbackURL: ownPath }),
  '/request-password-reset': z.strictObject({ email }),
  '/reset-password': z.strictObject({
    token,
    newPassword,
    revokeKeys: z.boolean().optional(),
  }),
  '/send-verification-email': z.strictObject({ email }),
  '/revoke-session': z.strictObject({ id: z.uuid() }),
  '/sign-out': z.strictObject({}),
  '/revoke-sessions': z.strictObject({}),
  '/revoke-other-sessions': z.strictObject({}),
  [paths.addAuthenticator]: z.strictObject({}),
  [paths.enterCode]: z.strictObject({ code }),
  [paths.enterRecoveryCode]: z.strictObject({ code: recoveryCode }),
  [paths.removeAuthenticator]: z.strictObject({}),
  [paths.renewRecoveryCodes]: z.strictObject({}),
  [paths.beginPasskey]: z.strictObject({}),
  [paths.addPasskey]: z.strictObject({
    name: passkeyName.optional(),
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: transports.optional(),
      }),
    }),
  }),
  [paths.renamePasskey]: z.strictObject({ id: z.uuid(), name: passkeyName }),
  [paths.removePasskey]: z.strictObject({ id: z.uuid() }),
  [paths.signInWithPasskey]: z.strictObject({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullish(),
      }),
    }),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type PostPath = keyof typeof requestBodies;

/**
 * Validates the body of a POST route.
 * @param pictureOrigins origins of an external image host
 * @throws Problem bad-input with the fields; invalid-email, password-too-short, password-too-long, weak-password
 */
export function parseIdentityRequest(
  path: PostPath,
  body: unknown,
  pictureOrigins: readonly string[],
): Record<string, unknown> {
  const parsed = requestBodies[path].safeParse(body ?? {});
  if (!parsed.success) throw toProblem(parsed.error.issues);
  const input: Record<string, unknown> = parsed.data;
  if (typeof input.image === 'string') requireOwnPicture(input.image, pictureOrigins);
  const field = path === '/sign-up/email' ? 'password' : 'newPassword';
  if (path !== '/sign-in/email' && typeof input[field] === 'string') {
    requireGoodPassword(input[field], { field, about: [input.email, input.name] });
  }
  return input;
}

/** Only uploaded pictures; the picture from Google is not set through this route. */
function requireOwnPicture(address: string, pictureOrigins: readonly string[]): void {
  if (/^(https?:\/\/[^/]+)?\/pictures\//.test(address)) return;
  if (URL.canParse(address) && pictureOrigins.includes(new URL(address).origin)) return;
  const message = sayKnown(msg`Upload the picture here first`);
  throw new Problem('bad-input', message, { errors: [{ field: 'image', message }] });
}

function requireGoodPassword(
  chosen: string,
  { field, about }: { field: string; about: readonly unknown[] },
): void {
  const personal = about.filter((word): word is string => typeof word === 'string');
  const code =
    chosen.length < passwordLength.min
      ? 'password-too-short'
      : chosen.length > passwordLength.max
        ? 'password-too-long'
        : isCommonPassword(chosen, personal)
          ? 'weak-password'
          : undefined;
  if (!code) return;
  const { message } = identityProblem(code);
  throw identityProblem(code, { errors: [{ field, message }] });
}

function toProblem(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.map((issue) => ({
    field: issue.path.join('.') || 'body',
    message: issue.message.startsWith('Invalid input')
      ? sayKnown(msg`This is missing or wrong`)
      : issue.message,
  }));
  if (errors.length === 1 && errors[0]?.message === 'This is not an email address') {
    return identityProblem('invalid-email', { errors });
  }
  return badInput(errors);
}
