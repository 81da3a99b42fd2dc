import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import type { sandboxAccountBehaviours } from '../../../database/schema/sandbox-payouts.ts';
import { transaction } from '../../../database/transaction.ts';
import type {
  PayoutAccountState,
  PayoutOutcome,
  PayoutProvider,
  PayoutRequest,
  ProviderAccount,
} from '../port.ts';
import { registerAccountPage, sandboxAccountPath } from './account-page.ts';

export interface SandboxPayoutsDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  clock: Clock;
}

export type SandboxBehaviour = (typeof sandboxAccountBehaviours)[number];

/** After this a payout to an account that pays later has arrived. */
const arrivesAfterMs = 60_000;

/**
 * A payout provider inside this server that moves no money. On the page of an account one chooses how it behaves: it pays,
 * pays later, refuses payouts, or asks for documents first.
 */
export function createSandboxPayouts(deps: SandboxPayoutsDeps): PayoutProvider {
  return {
    name: 'sandbox',
    accounts: {
      open: (seller) => openAccount(deps, seller.id),
      read: (id) => readAccount(deps, id),
      async createPage(id, returnUrl) {
        const page = new URL(sandboxAccountPath(id), returnUrl);
        page.searchParams.set('return', new URL(returnUrl).pathname);
        return page.href;
      },
      reverse: (reversal) => reverse(deps, reversal),
      readEvent() {
        throw new Problem('bad-input', 'The sandbox sends no webhooks about payouts');
      },
      registerRoutes: (app) => registerAccountPage(app, deps),
    },
    send: (request) => send(deps, request),
    find: (request) => find(deps, request),
  };
}

const states: Record<SandboxBehaviour, PayoutAccountState> = {
  undecided: 'incomplete',
  pays: 'ready',
  'pays-later': 'ready',
  fails: 'ready',
  documents: 'restricted',
};

async function openAccount(
  { database: { sql }, clock }: SandboxPayoutsDeps,
  userId: string,
): Promise<ProviderAccount> {
  await sql`
    insert into sandbox_accounts (id, user_id, behaviour, created_at)
    values (${newSandboxId('acct')}, ${userId}, 'undecided', ${clock.now()})
    on conflict (user_id) do nothing`;
  const [account] = await sql<{ id: string; behaviour: SandboxBehaviour }[]>`
    select id, behaviour from sandbox_accounts where user_id = ${userId}`;
  if (!account) throw new Error(`The sandbox account of user ${userId} was not stored`);
  return { id: account.id, state: states[account.behaviour] };
}

async function readAccount({ database }: SandboxPayoutsDeps, id: string): Promise<ProviderAccount> {
  const behaviour = await behaviourOf(database, id);
  if (!behaviour) throw new Problem('conflict', 'The sandbox has no such account');
  return { id, state: states[behaviour] };
}

async function behaviourOf({ sql }: SandboxPayoutsDeps['database'], id: string) {
  const [account] = await sql<{ behaviour: SandboxBehaviour }[]>`
    select behaviour from sandbox_accounts where id = ${id}`;
  return account?.behaviour;
}

/** A refused payout is stored too, where there is an account, so that it is refused again. */
async function send(deps: SandboxPayoutsDeps, request: PayoutRequest): Promise<PayoutOutcome> {
  const { database, clock } = deps;
  const { key, amountCents, accountId } = request;
  const behaviour = accountId === undefined ? undefined : await behaviourOf(database, accountId);
  if (accountId === undefined || behaviour === undefined) return refused('There is no account');
  if (states[behaviour] !== 'ready') return refused('The account needs further documents');
  const state = { pays: 'paid', 'pays-later': 'taken' }[behaviour as string] ?? 'failed';
  const at = clock.now();
  await database.sql`
    insert into sandbox_payouts (id, account_id, amount_cents, state, idempotency_key, created_at,
      changed_at)
    values (${newSandboxId('po')}, ${accountId}, ${amountCents}, ${state}, ${key}, ${at}, ${at})
    on conflict (idempotency_key) do nothing`;
  const found = await find(deps, request);
  if (!found) throw new Error(`The sandbox has not stored payout ${key}`);
  return found;
}

function refused(reason: string): PayoutOutcome {
  return { state: 'failed', id: undefined, reason };
}

async function find(
  { database, clock }: SandboxPayoutsDeps,
  { key }: PayoutRequest,
): Promise<PayoutOutcome | null> {
  const at = clock.now();
  const arrivedBefore = new Date(at.getTime() - arrivesAfterMs);
  await database.sql`
    update sandbox_payouts set state = 'paid', changed_at = ${at}
    where idempotency_key = ${key} and state = 'taken' and created_at <= ${arrivedBefore}`;
  const [payout] = await database.sql<{ id: string; state: PayoutOutcome['state'] }[]>`
    select id, state from sandbox_payouts where idempotency_key = ${key}`;
  if (!payout) return null;
  const { id, state } = payout;
  if (state !== 'failed') return { state, id };
  return { state, id, reason: 'The bank has sent the money back' };
}

/** @returns cents; fewer than asked when less is left of the payout, none when it has not arrived */
function reverse(
  { database, clock }: SandboxPayoutsDeps,
  { payoutId, amountCents, key }: { payoutId: string; amountCents: number; key: string },
): Promise<number> {
  return transaction(database, async (tx) => {
    const [payout] = await tx.sql<{ left: number; state: string }[]>`
      select amount_cents - reversed_cents as left, state from sandbox_payouts
      where id = ${payoutId} for update`;
    if (!payout) throw new Problem('conflict', 'The sandbox has no such payout');
    const [earlier] = await tx.sql<{ cents: number }[]>`
      select amount_cents as cents from sandbox_reversals where idempotency_key = ${key}`;
    if (earlier) return earlier.cents;
    const cents = payout.state === 'paid' ? Math.min(amountCents, payout.left) : 0;
    if (cents <= 0) return 0;
    const at = clock.now();
    tx.write`
      insert into sandbox_reversals (id, payout_id, amount_cents, idempotency_key, created_at)
      values (${newSandboxId('trr')}, ${payoutId}, ${cents}, ${key}, ${at})`;
    tx.write`
      update sandbox_payouts set reversed_cents = reversed_cents + ${cents}, changed_at = ${at}
      where id = ${payoutId}`;
    return cents;
  });
}

function newSandboxId(kind: 'acct' | 'po' | 'trr'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}
