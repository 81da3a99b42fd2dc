/** Contact data in a text that leads a sale out of the shop, where no one's money is protected. */
export const contactKinds = [
  'phone',
  'email',
  'payment-link',
  'messenger',
  'bank-account',
] as const;
export type ContactKind = (typeof contactKinds)[number];
