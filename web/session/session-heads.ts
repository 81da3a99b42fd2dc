import { paths } from '../addresses.ts';
import type { Head } from '../layout/head.ts';

export function loginHead(): Head {
  return {
    title: 'Login',
    description: 'Sign in to Reprise to book instruments, keep a wishlist and browse by category.',
    path: paths.login(),
  };
}

export function registerHead(): Head {
  return {
    title: 'Register',
    description: 'Become a buyer or a seller of second-hand instruments at Reprise.',
    path: paths.register(),
  };
}
