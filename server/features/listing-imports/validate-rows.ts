import type { CallRequest } from '#contract/calls.ts';
import type { ImportNotice } from '#contract/imports/import-fields.ts';
import type { ImportError } from '#contract/imports/listing-imports.ts';
import { sayKnown } from '#contract/language.ts';
import { fileEntries } from '#contract/products/listing-fields.ts';
import { msg } from '#contract/text.ts';
import type { FieldError } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { deliveryColumnsOf, haveShippingPricesChanged } from '../delivery/listing-delivery.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { NewListing } from '../products/list-product.ts';
import { columnsToSet, hasChanges } from '../products/listing-columns.ts';
import { orderPictures, readFurtherPictures } from '../products/listing-pictures.ts';
import {
  findLeastOfferFault,
  type LockedProduct,
  leastOfferTooHigh,
} from '../products/lock-own-product.ts';
import { type FindPicture, pictureFinder, RowFault } from './find-picture.ts';
import type { Gathered } from './gather-pictures.ts';
import type { FileRow } from './import-row.ts';
import { findBooked, findKnown, isOnHold, isSold } from './known-listings.ts';
import { listingId, located, type ParsedRow, parseRow, type RowReading } from './parse-row.ts';

type Changes = CallRequest<'changeProduct'>['body'];

/** What an import does with a row. */
export type Judgement =
  | {
      outcome: 'created';
      externalId: string;
      isGenerated: boolean;
      listing: NewListing;
      notices: ImportNotice[];
    }
  | { outcome: 'changed'; productId: string; changes: Changes; notices: ImportNotice[] }
  | { outcome: 'unchanged'; productId: string }
  | { outcome: 'refused'; errors: ImportError[] };

export interface JudgedFile extends RowReading {
  id: string;
  sellerId: string;
}

interface JudgeDeps {
  imageDeps: ImageDeps;
  /** The pictures of these rows; undefined while they are checked. Then the known listings are not locked either. */
  gathered: Gathered | undefined;
  at: Date;
}

/** Says what an import does with each of these rows: by the form's rules, and by what the seller has listed under its id. */
export async function validateRows(
  tx: Tx,
  deps: JudgeDeps,
  file: JudgedFile,
  rows: readonly FileRow[],
): Promise<Judgement[]> {
  const parsed = rows.map(({ row, cells, generatedId }) => {
    const read = parseRow(cells, file);
    const isGenerated = read.externalId === '';
    return { row, ...read, isGenerated, externalId: isGenerated ? generatedId : read.externalId };
  });
  const ids = [...new Set(parsed.map(({ externalId }) => externalId))];
  const known = await findKnown(tx, file.sellerId, ids, deps.gathered !== undefined);
  const booked = await findBooked(
    tx,
    [...known.values()].map(({ id }) => id),
    deps.at,
  );
  const firstRows = await findFirstRows(tx, file, ids);
  const findPicture = pictureFinder(tx, { ...deps, ...file });
  const rowsById = new Map<string, number>();
  const judgements: Judgement[] = [];
  for (const row of parsed) {
    const refuse = (error: Pick<ImportError, 'field' | 'message'>): Judgement => ({
      outcome: 'refused',
      errors: [...row.errors, located(error, row.written, file)],
    });
    const { externalId } = row;
    // The batch is asked as well: its listings do not exist yet, and a second one would break the whole batch.
    const first = Math.min(
      firstRows.get(externalId) ?? row.row,
      rowsById.get(externalId) ?? row.row,
    );
    rowsById.set(externalId, first);
    const product = known.get(externalId);
    const judge = async (): Promise<Judgement> => {
      if (first < row.row) {
        return refuse({
          field: 'external_id',
          message: sayKnown(msg`Row ${first} has the same external id`),
        });
      }
      if (!row.listing) return { outcome: 'refused', errors: row.errors };
      return product
        ? judgeKnown(tx, { row, product, isBooked: booked.has(product.id), findPicture, file })
        : judgeNew(row, findPicture);
    };
    judgements.push(
      await judge().catch((error: unknown) => {
        if (!(error instanceof RowFault)) throw error;
        return refuse(error.error);
      }),
    );
  }
  return judgements;
}

type IdentifiedRow = ParsedRow & { isGenerated: boolean };

async function judgeNew(row: IdentifiedRow, findPicture: FindPicture): Promise<Judgement> {
  const { externalId, isGenerated, listing, pictures } = row;
  if (!listing) return { outcome: 'refused', errors: row.errors };
  if (pictures.length === 0) {
    throw new RowFault({
      field: 'pictures',
      message: sayKnown(msg`Give its picture, or choose one picture for all rows`),
    });
  }
  const { sellerName, sellerEmail, time, clips, ...fields } = listing;
  requireNoErrors(columnsToSet(fields).errors);
  if (fields.leastOffer !== undefined && fields.leastOffer >= fields.price) throw leastTooHigh();
  const found = orderPictures((await findAll(pictures, findPicture)).map(({ id }) => id));
  const { notices } = row;
  return { outcome: 'created', externalId, isGenerated, listing: { ...fields, ...found }, notices };
}

async function judgeKnown(
  tx: Tx,
  {
    row: { listing, values, pictures, isGenerated, notices },
    product,
    isBooked,
    findPicture,
    file,
  }: {
    row: IdentifiedRow;
    product: LockedProduct;
    isBooked: boolean;
    findPicture: FindPicture;
    file: RowReading;
  },
): Promise<Judgement> {
  const { id: productId } = product;
  if (product.withdrawnAt) {
    throw new RowFault({ field: 'external_id', message: isWithdrawn(isGenerated) });
  }
  const source = file.mapping.pictures;
  // The picture of rows that have none is for listings that are new.
  const isOwn = source && 'column' in source && values.pictures !== source.value;
  const images = isOwn ? await findAll(pictures, findPicture) : [];
  const changes: Changes = {
    ...fieldsToChange(listing, values),
    ...(listing?.facts && { facts: listing.facts }),
    ...(listing?.checks && { checks: listing.checks }),
    ...(listing?.delivery && { delivery: listing.delivery }),
    ...(images.length > 0 && { images: images.map(({ address }) => address) }),
  };
  const { columns: said, errors } = columnsToSet(changes, product);
  requireNoErrors(errors);
  const columns = { ...said, ...deliveryColumnsOf(changes.delivery) };
  if (findLeastOfferFault(product, columns)) throw leastTooHigh();
  const isSame =
    !hasChanges(product, columns) &&
    !(changes.delivery && (await haveShippingPricesChanged(tx, productId, changes.delivery))) &&
    (images.length === 0 ||
      (await hasPictures(
        tx,
        product,
        images.map(({ id }) => id),
      )));
  if (isSame) return { outcome: 'unchanged', productId };
  if (product.status === 'sold') throw new RowFault({ message: sayKnown(isSold) });
  if (isBooked) throw new RowFault({ message: sayKnown(isOnHold) });
  return { outcome: 'changed', productId, changes, notices };
}

/** A field that no column is mapped to stays, and so does one with a default whose value is empty. */
function fieldsToChange(listing: ParsedRow['listing'], values: ParsedRow['values']): Changes {
  const changed = fileEntries.flatMap(([field, { file, isOptional, hasDefault }]) => {
    const value = values[file];
    const stays = isOptional && (hasDefault ? !value : value === undefined);
    return stays ? [] : [[field, listing?.[field] ?? '']];
  });
  return Object.fromEntries(changed) as Changes;
}

/** What is wrong with the kind of a row. */
function requireNoErrors([error]: readonly FieldError[]): void {
  if (!error) return;
  const { message } = error;
  const said = typeof message === 'string' ? message : sayKnown(message);
  throw new RowFault({ field: 'kind', message: said });
}

const leastTooHigh = () =>
  new RowFault({ field: 'least_offer', message: sayKnown(leastOfferTooHigh) });
const isWithdrawn = (isGenerated: boolean) =>
  sayKnown(
    isGenerated
      ? msg`This listing was withdrawn. To sell it again, give the row an external id.`
      : msg`This listing was withdrawn. To sell it again, give the row another external id.`,
  );

async function hasPictures(tx: Tx, product: LockedProduct, ids: string[]): Promise<boolean> {
  const current = [product.imageId, ...(await readFurtherPictures(tx, product.id))];
  return [...new Set(ids)].join() === current.join();
}

async function findAll(pictures: readonly string[], find: FindPicture) {
  const found: Awaited<ReturnType<FindPicture>>[] = [];
  for (const picture of pictures) found.push(await find(picture));
  return found;
}

/** The first row of the file with each of these external ids. */
async function findFirstRows(
  tx: Tx,
  { id, columns, mapping }: JudgedFile,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const source = mapping.external_id;
  if (!source || !('column' in source)) return new Map();
  const index = columns.indexOf(source.column);
  const rows = await tx.sql<{ externalId: string; row: number }[]>`
    select "externalId", min(row) as row
    from (
      select row, case when written ~* ${listingId.source} then lower(written) else written end as "externalId"
      from (
        select row, btrim(cells->>${index}::int, E' \t\r\n') as written
        from listing_import_rows where import_id = ${id}
      ) cell
    ) spelled
    where "externalId" = any(${[...ids]}::text[]) group by 1`;
  return new Map(rows.map(({ externalId, row }) => [externalId, row]));
}
