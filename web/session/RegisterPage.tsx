import { paths } from '../addresses.ts';
import { AccountsPage } from './AccountsPage.tsx';

/** Where buyers and sellers will register. */
export function RegisterPage() {
  return (
    <AccountsPage
      other={{ question: 'Already have an account?', name: 'Login', to: paths.login() }}
      title="Register"
    >
      <p>
        Registration opens with the next version of the shop, for two kinds of people: buyers, who
        book instruments and pay for them here, and sellers, who put theirs on the shelf.
      </p>
      <p>
        It will ask for your name, your email, a password and a profile picture, or for your Google
        account, and for nothing else. Until then, have a look around.
      </p>
    </AccountsPage>
  );
}
