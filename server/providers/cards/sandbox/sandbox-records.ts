import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxIntents } from '../../../database/schema/sandbox-cards.ts';
import type { Tx } from '../../../database/transaction.ts';

export type IntentRow = typeof sandboxIntents.$inferSelect;

export interface LedgerDeps {
  database: Database;
  clock: Clock;
  /** Keeps a webhook in the transaction that it tells of, and sends it once that is kept. */
  writeEvent: WriteEvent;
}

/**
 * Keeps an event about an intent in the transaction that changes the intent, so that there is never one without the
 * other.
 * @returns sends it; to be called once the transaction is kept
 */
export type WriteEvent = (tx: Tx, type: string, intent: IntentRow, at: Date) => Promise<() => void>;

/** The row, which nobody else changes until the transaction ends: whatever decides about money comes through here. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update');
  return row;
}

/** Writes a change of a locked intent together with the event that tells of it; `send` is for after the commit. */
export async function changeIntent(
  { tx, writeEvent, at }: { tx: Tx; writeEvent: WriteEvent; at: Date },
  { id }: Pick<IntentRow, 'id'>,
  { changes, event }: { changes: Partial<IntentRow>; event: string },
): Promise<{ row: IntentRow; send: () => void }> {
  const [row] = await tx
    .update(sandboxIntents)
    .set({ ...changes, changedAt: at })
    .where(eq(sandboxIntents.id, id))
    .returning();
  if (!row) throw new Error('The sandbox has lost an intent that it had locked');
  return { row, send: await writeEvent(tx, event, row, at) };
}

/** Neither charged nor cancelled is ever undone. */
export function isOver({ state }: IntentRow): boolean {
  return state === 'succeeded' || state === 'canceled';
}

export function newSandboxId(kind: 'pi' | 're' | 'evt'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

/** Whether this has the form of an intent's id. */
export function isSandboxIntent(id: string): boolean {
  return /^pi_sandbox_[0-9a-f]{24}$/.test(id);
}
