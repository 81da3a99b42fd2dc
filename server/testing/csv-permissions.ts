import type { CallName } from '#contract/calls.ts';
import { newId } from '../core/ids.ts';
import { get, onlyAdmin, ownAndAdmin, type PermissionRow, users } from './permissions.ts';

/** Other sellers get 404, as if the import did not exist; buyers do not sell. */
const ownSellerAndAdmin = users({ buyer: 403, seller: 404, own: 200, admin: 200 });

/** A request about an import whose file `own` has uploaded. */
function ofImport(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  payload?: object,
): PermissionRow['request'] {
  return async ({ people, own }) => {
    const id = newId(new Date());
    await people.deps.database.sql`
      insert into listing_imports (id, seller_id, created_by, file_name, columns, state, row_count,
        created_at)
      values (${id}, ${own.id}, ${own.id}, 'stock.csv', '["Name"]', 'mapping', 1, now())`;
    return { method, url: `/api/listing-imports/${id}${path}`, ...(payload && { payload }) };
  };
}

/** The rights to export records and to import listings. */
export const csvPermissions = {
  exportRecords: [{ request: get(() => '/exports/people'), expected: onlyAdmin }],
  readTaxes: [
    {
      request: get(({ own }) => `/earnings/taxes?email=${own.email}&year=2026`),
      expected: ownAndAdmin,
    },
  ],
  uploadListingFile: [
    {
      request: ({ own }) => ({
        method: 'POST',
        url: `/api/listing-imports?seller=${own.email}&name=stock.csv`,
        headers: { 'content-type': 'text/csv' },
        payload: 'Name\nViolin\n',
      }),
      expected: { ...ownAndAdmin, own: 201, admin: 201 },
    },
  ],
  readListingImport: [{ request: ofImport('GET', ''), expected: ownSellerAndAdmin }],
  mapListingImport: [
    {
      request: ofImport('PUT', '', { mapping: { name: { column: 'Name' } } }),
      // Other fields are not mapped, so a request that is let in gets 400.
      expected: { ...ownSellerAndAdmin, own: 400, admin: 400 },
    },
  ],
  readImportChoices: [
    { request: get(({ own }) => `/import-choices?email=${own.email}`), expected: ownAndAdmin },
  ],
  forgetImportChoices: [
    {
      request: ({ own }) => ({ method: 'DELETE', url: `/api/import-choices?email=${own.email}` }),
      expected: ownAndAdmin,
    },
  ],
  runListingImport: [
    {
      request: ofImport('POST', '/batches', { step: 'check' }),
      // It has not been mapped, so a request that is let in gets 409.
      expected: { ...ownSellerAndAdmin, own: 409, admin: 409 },
    },
  ],
  readListingImportErrors: [{ request: ofImport('GET', '/errors'), expected: ownSellerAndAdmin }],
} satisfies Partial<Record<CallName, PermissionRow[]>>;
