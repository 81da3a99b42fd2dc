import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

export function loginHead(): Head {
  const shop = currentShop().name;
  return {
    title: t`Login`,
    description: t`Sign in to ${shop} to book instruments, keep a wishlist and browse by category.`,
    path: paths.login(),
  };
}

export function registerHead(): Head {
  const shop = currentShop().name;
  return {
    title: t`Register`,
    description: t`Become a buyer or a seller of second-hand instruments at ${shop}.`,
    path: paths.register(),
  };
}

export function forgotPasswordHead(): Head {
  const shop = currentShop().name;
  return {
    title: t`Forgot password`,
    description: t`Get an email with a link to choose a new password for ${shop}.`,
    path: paths.forgotPassword(),
    isIndexed: false,
  };
}

export function resetPasswordHead(): Head {
  const shop = currentShop().name;
  return {
    title: t`New password`,
    description: t`Choose a new password for ${shop}.`,
    path: paths.resetPassword(),
    isIndexed: false,
  };
}

export function verifyEmailHead(): Head {
  return {
    title: t`Verify your email`,
    description: t`Confirm that this address is yours.`,
    path: paths.verifyEmail(),
    isIndexed: false,
  };
}
