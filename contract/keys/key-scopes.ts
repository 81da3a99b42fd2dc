/** What a key for programs may do. */
export const keyScopes = [
  'listings:read',
  'listings:write',
  'sales:read',
  'sales:write',
  'webhooks',
  'exports:read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Those of the keys of admins, who have no others. */
export const adminScopes: readonly KeyScope[] = ['exports:read'];

export const keyLimits = {
  nameLength: 60,
  keysPerPerson: 20,
  addresses: 10,
  /** The hours for which a key still works after it was replaced. */
  overlapHours: 24,
  perMinute: 600,
} as const;
