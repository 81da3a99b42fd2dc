import type { Role } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg, type Text } from '#contract/text.ts';

/** The parts of the work of admins. Each call and page of theirs belongs to one. */
export const adminAreas = ['people', 'cases', 'listings', 'money', 'operation', 'shop'] as const;
export type AdminArea = (typeof adminAreas)[number];

interface Staff {
  role: Role;
  /** Those of an admin; missing for owners, who have all. */
  areas?: readonly AdminArea[] | null | undefined;
}

/** Whether a user is an admin who may act in this area. */
export function mayActIn(area: AdminArea, { role, areas }: Staff): boolean {
  return role === 'admin' && (areas == null || areas.includes(area));
}

/** An admin with all areas, who alone may set those of admins. */
export function isOwner({ role, areas }: Staff): boolean {
  return role === 'admin' && areas == null;
}

/** The refusal of an admin without an area. */
export const areaMissing = 'area-missing';

export const areaRefusals: Record<AdminArea, Text> = {
  people: msg`This needs the area “People”. An owner of the shop can give it to you.`,
  cases: msg`This needs the area “Cases and sales”. An owner of the shop can give it to you.`,
  listings: msg`This needs the area “Listings”. An owner of the shop can give it to you.`,
  money: msg`This needs the area “Money”. An owner of the shop can give it to you.`,
  operation: msg`This needs the area “Operation”. An owner of the shop can give it to you.`,
  shop: msg`This needs the area “Shop”. An owner of the shop can give it to you.`,
};

export const areaNames: Record<AdminArea, string> = textsOf({
  people: msg`People`,
  cases: msg`Cases and sales`,
  listings: msg`Listings`,
  money: msg`Money`,
  operation: msg`Operation`,
  shop: msg`Shop`,
});
