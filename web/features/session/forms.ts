import { z } from 'zod';
import { limits, registrationRoles } from '#contract/constants.ts';
import { email, requiredLine } from '#contract/fields.ts';
import { identityProblems, passwordLength } from '#contract/identity/identity.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { pictureTypes } from '../pictures/picture-kinds.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

const passwordMissing = sayLater(() => messages.required.password);

const newPassword = z
  .string(passwordMissing)
  .normalize('NFC')
  .min(1, passwordMissing)
  .min(
    passwordLength.min,
    sayLater(() => identityProblems['password-too-short'].detail),
  )
  .max(
    passwordLength.max,
    sayLater(() => identityProblems['password-too-long'].detail),
  );

export const loginForm = z.object({
  email,
  password: z.string(passwordMissing).min(1, passwordMissing),
});

export const registerForm = z.object({
  name: requiredLine(() => messages.required.name, limits.personNameLength),
  email,
  password: newPassword,
  picture: z
    .custom<File>(
      (value) => value instanceof File,
      sayLater(() => messages.required.profilePicture),
    )
    .refine(
      ({ size }) => size <= limits.imageBytes,
      sayLater(msg`Choose a picture of at most 10 MB`),
    )
    .refine(
      ({ type }) => isPictureType(type),
      sayLater(msg`Choose a JPEG, PNG, WebP or AVIF picture`),
    ),
  role: z.enum(registrationRoles),
});

export const emailForm = z.object({ email });

export const newPasswordForm = z.object({ password: newPassword, revokeKeys: z.boolean() });

function isPictureType(type: string): boolean {
  return pictureTypes.some((known) => known === type);
}
