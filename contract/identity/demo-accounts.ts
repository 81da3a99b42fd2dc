import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
/** The accounts that the login page lists in demo mode: each role, verified or not. */
export const demoAccounts = textsOf([
  { email: 'admin@reprise.test', is: msg`Admin` },
  { email: 'seller@reprise.test', is: msg`Verified seller` },
  { email: 'seller2@reprise.test', is: msg`Seller, not verified yet` },
  { email: 'buyer@reprise.test', is: msg`Buyer` },
  { email: 'buyer2@reprise.test', is: msg`Another buyer` },
]);

/** The password of all of them. */
export const demoPassword = 'second-hand-song';
