import { paths } from '../addresses.ts';
import { AccountsPage } from './AccountsPage.tsx';

/** Where guests are sent who want what needs an account. */
export function LoginPage() {
  return (
    <AccountsPage
      other={{ question: 'New here?', name: 'Register', to: paths.register() }}
      title="Login"
    >
      <p>
        Accounts open with the next version of the shop: with email and password, or with Google.
        Until then nobody can sign in, so there is no form here that would only pretend.
      </p>
      <p>
        Booking an instrument, keeping a wishlist and browsing a whole category need an account.
        What is in the window and every instrument’s own page are open to everybody.
      </p>
    </AccountsPage>
  );
}
