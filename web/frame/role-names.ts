import type { Role } from '#contract/constants.ts';

/** How people read their roles. */
export const roleNames: Record<Role, string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  admin: 'Admin',
};
