import { specifiedCategories } from '#contract/constants.ts';
import { shopFile } from '#contract/shop/shop.ts';
import { commissionFaults } from '#contract/shop/shop-commission.ts';
import { invoiceFaults } from '#contract/shop/shop-invoices.ts';

/** One fault of the shop's folder, beginning with the field in `shop.json`. */
export type ShopFault = string;

/** The name of a field as people write it: `pages[1].path`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** Checks the fields of `shop.json`. The messages of the schema follow the name of the field. */
export function parseShopFile(raw: unknown) {
  const parsed = shopFile.safeParse(raw, { error: describe });
  const faults: ShopFault[] = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${fieldName(path) || 'the file'} ${message}`,
  );
  const { data: values } = parsed;
  for (const { path, message } of values?.commission
    ? commissionFaults(values.commission, {
        ...values,
        categories: values.categories?.map(({ id }) => id) ?? specifiedCategories,
      })
    : []) {
    faults.push(`${fieldName(['commission', ...path])} ${message}`);
  }
  for (const { path, message } of values?.invoices ? invoiceFaults(values.invoices, values) : []) {
    faults.push(`${fieldName(['invoices', ...path])} ${message}`);
  }
  return { values, faults };
}

/** The message for faults for which the schema has none. */
export function describe(issue: {
  code?: string;
  input?: unknown;
  keys?: string[];
}): string | undefined {
  if (issue.code === 'unrecognized_keys') {
    return `has fields that do not exist: ${issue.keys?.join(', ')}`;
  }
  if (issue.code === 'invalid_key') return 'is no id: lower-case letters, digits and hyphens';
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'is missing' : 'must be an object';
}
