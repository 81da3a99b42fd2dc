/** The accounts of the demo, one for each way of being here. The login page of a demo lists them. */
export const demoAccounts = [
  { email: 'admin@reprise.test', is: 'Admin' },
  { email: 'seller@reprise.test', is: 'Verified seller' },
  { email: 'seller2@reprise.test', is: 'Seller, not verified yet' },
  { email: 'buyer@reprise.test', is: 'Buyer' },
  { email: 'buyer2@reprise.test', is: 'Another buyer' },
] as const;

/** All of them have this password. They exist only where the demo does. */
export const demoPassword = 'second-hand-song';
