import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { email, requiredText } from '#contract/fields.ts';
import { passwordLength } from '#contract/identity.ts';
import { messages } from '#contract/messages.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import { isCommonPassword } from './common-password.ts';

/** A password as typed. Only a new one is looked at: what an old one may be was decided long ago. */
const password = z.string(messages.required.password).min(1, messages.required.password);
const name = requiredText(messages.required.name, limits.personNameLength);
/** A path of ours, to which a window comes back: never another site. */
const ownPath = z
  .string()
  .max(limits.addressLength)
  .regex(/^\/(?![/\\])/, 'This must be a path of the shop');
const token = z.string().min(1).max(2_048);
const picture = z.string().max(limits.addressLength);

/** What may be sent to each path, below the provider's base. What is not named is refused. */
export const inputs = {
  '/sign-up/email': z.strictObject({ name, email, password, image: picture.optional() }),
  '/sign-in/email': z.strictObject({ email, password }),
  '/sign-in/social': z.strictObject({
    provider: z.literal('google', 'The provider must be google'),
    callbackURL: ownPath,
    errorCallbackURL: ownPath,
  }),
  '/update-user': z.strictObject({ name: name.optional(), image: picture.optional() }),
  '/change-password': z.strictObject({
    currentPassword: password,
    newPassword: password,
    revokeOtherSessions: z.boolean().optional(),
  }),
  '/request-password-reset': z.strictObject({ email }),
  '/reset-password': z.strictObject({ token, newPassword: password }),
  '/send-verification-email': z.strictObject({ email }),
  '/revoke-session': z.strictObject({ id: z.uuid() }),
  '/sign-out': z.strictObject({}),
  '/revoke-sessions': z.strictObject({}),
  '/revoke-other-sessions': z.strictObject({}),
} as const satisfies Record<string, z.ZodObject>;

export type InputPath = keyof typeof inputs;

/**
 * What was sent to a path.
 * @param pictureOrigins where an image host elsewhere shows the shop's pictures
 * @throws Problem bad-input that names the fields; invalid-email, password-too-short, -long, weak-password
 */
export function parseIdentityRequest(
  path: InputPath,
  body: unknown,
  pictureOrigins: readonly string[],
): Record<string, unknown> {
  const parsed = inputs[path].safeParse(body ?? {});
  if (!parsed.success) throw refusalOf(parsed.error.issues);
  const input: Record<string, unknown> = parsed.data;
  if (typeof input.image === 'string') requireOwnPicture(input.image, pictureOrigins);
  const field = path === '/sign-up/email' ? 'password' : 'newPassword';
  if (path !== '/sign-in/email' && typeof input[field] === 'string') {
    requireGoodPassword(input[field], { field, about: [input.email, input.name] });
  }
  return input;
}

/** Only pictures of the shop: what Google gave does not come this way. */
function requireOwnPicture(address: string, pictureOrigins: readonly string[]): void {
  if (/^(https?:\/\/[^/]+)?\/pictures\//.test(address)) return;
  if (URL.canParse(address) && pictureOrigins.includes(new URL(address).origin)) return;
  const message = 'Upload the picture here first';
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

function refusalOf(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.map((issue) => ({
    field: issue.path.join('.') || 'body',
    message: issue.message.startsWith('Invalid input') ? 'This is missing or wrong' : issue.message,
  }));
  if (errors.length === 1 && errors[0]?.message === 'This is not an email address') {
    return identityProblem('invalid-email', { errors });
  }
  return new Problem('bad-input', errors.map(({ message }) => message).join('. '), { errors });
}
