import { paths } from '#contract/page-paths.ts';
import type { Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

export function loginHead(): Head {
  return {
    title: 'Login',
    description: `Sign in to ${currentShop().name} to book instruments, keep a wishlist and browse by category.`,
    path: paths.login(),
  };
}

export function registerHead(): Head {
  return {
    title: 'Register',
    description: `Become a buyer or a seller of second-hand instruments at ${currentShop().name}.`,
    path: paths.register(),
  };
}

export function forgotPasswordHead(): Head {
  return {
    title: 'Forgot password',
    description: `Get an email with a link to choose a new password for ${currentShop().name}.`,
    path: paths.forgotPassword(),
    isIndexed: false,
  };
}

export function resetPasswordHead(): Head {
  return {
    title: 'New password',
    description: `Choose a new password for ${currentShop().name}.`,
    path: paths.resetPassword(),
    isIndexed: false,
  };
}

export function verifyEmailHead(): Head {
  return {
    title: 'Verify your email',
    description: 'Confirm that this address is yours.',
    path: paths.verifyEmail(),
    isIndexed: false,
  };
}
