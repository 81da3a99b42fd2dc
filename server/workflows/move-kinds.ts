import { kindWithId, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { plainText } from '../core/plain-text.ts';
import type { Database } from '../database/connection.ts';
import { type Fragment, rawSql } from '../database/sql.ts';
import { transaction } from '../database/transaction.ts';
import { amountOf, moveListings, type StoredWith, storedIn } from './move-listings.ts';

/** For each kind that is stored, also one that the shop does not have any more. */
export const storedKinds = storedIn('kind');

/**
 * Gives listings and saved searches of former kinds the one that says `was`, and lets a job read the names again that may say a
 * kind of the owner, or whose kind is gone. A listing whose seller chose a kind that is gone keeps it, and has it again as soon as
 * the shop does.
 * @returns what was moved and what has no kind, one sentence each
 */
export async function moveKinds(database: Database): Promise<string[]> {
  const told: string[] = [];
  for (const one of await database.sql<StoredWith[]>`${rawSql(storedKinds)}`) {
    const kind = kindWithId(one.id);
    if (!kind) await readNamesAgain(database, database.sql`kind = ${one.id}`);
    if (!kind || kind.kind === one.id) continue;
    await moveListings(database, 'kind', { from: one.id, to: kind.kind });
    told.push(`${amountOf(one)} of the former kind ${one.id} are of the kind ${kind.kind} now.`);
  }
  const words = wordsOfOwnKinds().map(
    (word) => `%${plainText(word).replaceAll(/[\\%_]/g, '\\$&')}%`,
  );
  if (words.length > 0) {
    await readNamesAgain(
      database,
      database.sql`kind is null and search_plain_text(name) like any(${words}::text[])`,
    );
  }
  const left = await database.sql<StoredWith[]>`${rawSql(storedKinds)}`;
  return [...told, ...goneKinds(left).map(({ text, remedy }) => `${text} ${remedy}`)];
}

interface Told {
  text: string;
  remedy: string;
}

/** What is stored with kinds that the shop does not have. */
export function goneKinds(stored: readonly StoredWith[]): Told[] {
  return stored
    .filter(({ id }) => kindWithId(id) === undefined)
    .map((one) => ({
      text: `The shop has no kind ${one.id}, but ${amountOf(one)} with it, shown without kind and details.`,
      remedy: `Nothing is lost. "was": ["${one.id}"] at one of your kinds moves them there at the start; or name the kind again.`,
    }));
}

/** What is stored with kinds that the shop does not show. */
export function hiddenKinds(stored: readonly StoredWith[]): Told[] {
  return stored
    .filter(({ id }) => kindWithId(id)?.isHidden)
    .map((one) => ({
      text: `The shop hides the kind ${one.id} and has ${amountOf(one)} with it. What is there stays as it is, and nobody can choose the kind any more.`,
      remedy: `"was": ["${one.id}"] at one of your kinds moves them there at the start; or show the kind again.`,
    }));
}

/** So many listings are changed in one transaction. */
const batch = 1_000;

/** Lets a job (`readKindsOfNames`) take the kind from the names of these again, where no seller has chosen one. */
async function readNamesAgain(database: Database, which: Fragment): Promise<void> {
  for (let count = batch; count === batch; ) {
    count = await transaction(database, async (tx) => {
      const rows = await tx.sql`
        update products set kind_from = null where id in (
          select id from products where kind_from = 'name' and ${which} limit ${batch} for update
        ) returning id`;
      return rows.length;
    });
  }
}

/** What the kinds of the owner are called, in all languages. */
const wordsOfOwnKinds = () =>
  shopInstruments().kinds.flatMap((kind) => (kind.isOwn ? Object.values(kind.words).flat() : []));
