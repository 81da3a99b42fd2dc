import { paths } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import {
  forgotPasswordHead,
  registerHead,
  resetPasswordHead,
  verifyEmailHead,
} from './session-heads.ts';

export const sessionPages: readonly PageDefinition[] = [
  {
    path: paths.register.pattern,
    page: lazyPage(
      'features/session/RegisterPage.tsx',
      async () => (await import('./RegisterPage.tsx')).RegisterPage,
    ),
    head: registerHead,
  },
  {
    path: paths.forgotPassword.pattern,
    page: lazyPage(
      'features/session/ForgotPasswordPage.tsx',
      async () => (await import('./ForgotPasswordPage.tsx')).ForgotPasswordPage,
    ),
    head: forgotPasswordHead,
  },
  {
    path: paths.resetPassword.pattern,
    page: lazyPage(
      'features/session/ResetPasswordPage.tsx',
      async () => (await import('./ResetPasswordPage.tsx')).ResetPasswordPage,
    ),
    head: resetPasswordHead,
  },
  {
    path: paths.verifyEmail.pattern,
    page: lazyPage(
      'features/session/VerifyEmailPage.tsx',
      async () => (await import('./VerifyEmailPage.tsx')).VerifyEmailPage,
    ),
    head: verifyEmailHead,
  },
];
