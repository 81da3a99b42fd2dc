import type { Role } from '#contract/constants.ts';

/** The display name of each role. */
export const roleNames: Record<Role, string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  admin: 'Admin',
};
