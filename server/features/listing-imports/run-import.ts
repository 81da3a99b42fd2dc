import type { ImportNotice } from '#contract/imports/import-fields.ts';
import {
  columnsOfSource,
  type ImportError,
  type ImportMapping,
} from '#contract/imports/listing-imports.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { changeProduct } from '../products/change-product.ts';
import { listProduct } from '../products/list-product.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { type Actor, lockUserExclusively } from '../users/lock-user.ts';
import { requireTraderAnswer } from '../users/state-trader.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import type { Gathered } from './gather-pictures.ts';
import { rememberChoices, withRememberedValues } from './import-choices.ts';
import { type ImportRow, readImportRow, readNextRows } from './import-row.ts';
import { missingFields } from './parse-row.ts';
import { readPictureFiles } from './picture-sources.ts';
import { type Judgement, validateRows } from './validate-rows.ts';

/**
 * Checks or stores the next rows of a file, all of them or none. While it runs, no other import of the seller does, so one
 * external id is never listed twice. Repeat it until the state is `checked`, or `done`; what was stored stays when it is
 * interrupted.
 * @param gathered the pictures of the rows that are stored
 * @param asksTraders whether sellers say in this shop whether they are traders
 * @throws Problem not-found; conflict when it is stored before it was checked; as `requireTraderAnswer` does for new listings
 */
export async function runListingImport(
  tx: Tx,
  {
    languages,
    asksTraders = false,
    serialNumbers,
    ...imageDeps
  }: ImageDeps & {
    languages: readonly LoadedLanguage[];
    asksTraders?: boolean;
    serialNumbers?: SerialNumbers;
  },
  {
    actor,
    id,
    step,
    gathered,
  }: { actor: Actor; id: string; step: 'check' | 'import'; gathered?: Gathered | undefined },
  at: Date,
): Promise<void> {
  const { sellerId } = await readImportRow(tx.sql, actor, id);
  await lockUserExclusively(tx, sellerId);
  const file = await begin(tx, { actor, step, file: await readImportRow(tx.sql, actor, id) }, at);
  if (!file) return;
  const rows = await readNextRows(tx.sql, file, gathered?.lastRow);
  const files = await readPictureFiles(tx.sql, id);
  const judged = await validateRows(
    tx,
    { imageDeps, gathered, at },
    { ...file, files, languages },
    rows,
  );
  const outcomes: RowOutcome[] = [];
  for (const [index, judgement] of judged.entries()) {
    const row = rows[index]?.row ?? 0;
    const stored =
      step === 'import' ? await store(tx, { file, judgement, imageDeps, serialNumbers }, at) : null;
    outcomes.push({
      row,
      outcome: judgement.outcome,
      productId: stored,
      errors: saidOf(judgement),
    });
  }
  const isListed = step === 'import' && outcomes.some(({ outcome }) => outcome === 'created');
  // The answer comes from the form; an admin who imports for a seller cannot give it for them.
  if (asksTraders && isListed && actor.id === sellerId) await requireTraderAnswer(tx, sellerId, at);
  writeOutcomes(tx, id, outcomes);
  const isLast = file.processed + rows.length >= file.rowCount;
  const state = isLast ? (step === 'check' ? 'checked' : 'done') : file.state;
  if (state === 'done') tx.write`delete from listing_import_files where import_id = ${id}`;
  tx.write`
    update listing_imports set state = ${state}, processed = processed + ${rows.length},
      active_at = ${at},
      finished_at = ${state === 'done' ? at : null}
    where id = ${id}`;
}

/** Sets the mapping, which is remembered for the next file; what was checked with another one is forgotten. */
export async function mapListingImport(
  tx: Tx,
  { actor, id, mapping }: { actor: Actor; id: string; mapping: ImportMapping },
  at: Date,
): Promise<void> {
  const { sellerId } = await readImportRow(tx.sql, actor, id);
  await lockUserExclusively(tx, sellerId);
  const file = await readImportRow(tx.sql, actor, id);
  if (file.state === 'importing' || file.state === 'done') throw hasBegun();
  const unknown = Object.entries(mapping).flatMap(([field, source]) => {
    const column = columnsOfSource(source).find((one) => !file.columns.includes(one));
    if (column === undefined) return [];
    return [{ field: `mapping.${field}`, message: msg`The file has no column ${column}` }];
  });
  const missing = missingFields(mapping).map((field) => ({
    field: `mapping.${field}`,
    message: msg`Choose a column for it, or enter it for all rows`,
  }));
  const errors = [...unknown, ...missing];
  if (errors.length > 0) {
    throw new Problem('bad-input', msg`Choose a column for each field that is required`, {
      errors,
    });
  }
  await rememberChoices(tx, sellerId, mapping, at);
  const complete = await withRememberedValues(tx, file, mapping);
  tx.write`
    update listing_imports set mapping = ${JSON.stringify(complete)}::jsonb, state = 'checking',
      processed = 0
    where id = ${id}`;
  forgetOutcomes(tx, id);
}

/** @returns the file as it is then, or null when the step is over */
async function begin(
  tx: Tx,
  { actor, step, file }: { actor: Actor; step: 'check' | 'import'; file: ImportRow },
  at: Date,
): Promise<ImportRow | null> {
  const { id, state } = file;
  if (step === 'check') {
    if (state === 'mapping')
      throw new Problem('conflict', msg`Match the columns with the fields first`);
    return state === 'checking' ? file : null;
  }
  if (state === 'importing') return file;
  if (state === 'done') return null;
  if (state !== 'checked') throw new Problem('conflict', msg`Check all rows before the import`);
  await requireFewRunning(tx, file.sellerId);
  if (actor.id !== file.sellerId) await auditImport(tx, actor, file, at);
  tx.write`
    update listing_imports set state = 'importing', processed = 0, active_at = ${at}
    where id = ${id}`;
  forgetOutcomes(tx, id);
  return { ...file, state: 'importing', processed: 0 };
}

/** The number is that of the kept files, so that what a seller stores has a limit in each state. */
const maxRunning = 3;

async function requireFewRunning(tx: Tx, sellerId: string): Promise<void> {
  const running = await tx.sql`
    select from listing_imports where seller_id = ${sellerId} and state = 'importing'`;
  if (running.length < maxRunning) return;
  throw new Problem(
    'conflict',
    msg`Other imports are not finished. Continue them first; an import that nobody continues ends after an hour.`,
  );
}

function auditImport(tx: Tx, actor: Actor, file: ImportRow, at: Date): Promise<void> {
  const subject = { id: file.sellerId, name: file.sellerName, email: file.sellerEmail };
  const reason = `${file.fileName} (rows: ${file.rowCount})`;
  const entry = { action: 'listings-imported', actorId: actor.id, subject, reason } as const;
  return writeAuditEntry(tx, entry, at);
}

/** Lists or changes what the row is about, as its seller does by the form. @returns the listing's id */
async function store(
  tx: Tx,
  {
    file,
    judgement,
    imageDeps,
    serialNumbers,
  }: {
    file: ImportRow;
    judgement: Judgement;
    imageDeps: ImageDeps;
    serialNumbers: SerialNumbers | undefined;
  },
  at: Date,
): Promise<string | null> {
  const { sellerId } = file;
  if (judgement.outcome === 'refused') return null;
  if (judgement.outcome === 'created') {
    const productId = await listProduct(tx, sellerId, judgement.listing, at);
    tx.write`
      insert into external_ids (seller_id, external_id, product_id, is_generated, created_at)
      values (${sellerId}, ${judgement.externalId}, ${productId}, ${judgement.isGenerated}, ${at})`;
    return productId;
  }
  const { productId: id } = judgement;
  // An admin's import is one entry of the audit, and not one for each listing.
  const seller = { id: sellerId, role: 'seller' } as const;
  if (judgement.outcome === 'changed') {
    const deps = { imageDeps, ...(serialNumbers && { serialNumbers }) };
    await changeProduct(tx, seller, { ...judgement.changes, id, ...deps }, at);
  }
  return id;
}

interface RowOutcome {
  row: number;
  outcome: Judgement['outcome'];
  productId: string | null;
  errors: ImportError[] | ImportNotice[] | null;
}

/** What the column `errors` has: what is wrong with a row that is refused, and what is to be said of another one. */
function saidOf(judgement: Judgement): RowOutcome['errors'] {
  if ('errors' in judgement) return judgement.errors;
  return 'notices' in judgement && judgement.notices.length > 0 ? judgement.notices : null;
}

function writeOutcomes(tx: Tx, id: string, outcomes: readonly RowOutcome[]): void {
  tx.write`
    update listing_import_rows r
    set outcome = o.outcome, product_id = o."productId", errors = o.errors
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (row int, outcome text, "productId" uuid, errors jsonb)
    where r.import_id = ${id} and r.row = o.row`;
}

function forgetOutcomes(tx: Tx, id: string): void {
  tx.write`
    update listing_import_rows set outcome = null, product_id = null, errors = null
    where import_id = ${id} and outcome is not null`;
}

const hasBegun = () =>
  new Problem('conflict', msg`This import has started. To change it, choose the file again.`);
