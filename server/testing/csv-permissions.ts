import type { CallName } from '#contract/calls.ts';
import { get, onlyAdmin, type PermissionRow } from './permissions.ts';

/** Who may take records out of the shop, and bring listings in. */
export const csvPermissions = {
  exportRecords: [{ request: get(() => '/exports/people'), expected: onlyAdmin }],
} satisfies Partial<Record<CallName, PermissionRow[]>>;
