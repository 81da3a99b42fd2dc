/** The accounts that the login page lists in demo mode: each role, verified or not. */
export const demoAccounts = [
  { email: 'admin@reprise.test', is: 'Admin' },
  { email: 'seller@reprise.test', is: 'Verified seller' },
  { email: 'seller2@reprise.test', is: 'Seller, not verified yet' },
  { email: 'buyer@reprise.test', is: 'Buyer' },
  { email: 'buyer2@reprise.test', is: 'Another buyer' },
] as const;

/** The password of all of them. */
export const demoPassword = 'second-hand-song';
