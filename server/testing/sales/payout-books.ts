import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { createManualPayouts } from '../../providers/payouts/manual-payouts.ts';
import type { PayoutEvent, PayoutProvider } from '../../providers/payouts/port.ts';
import {
  createSandboxPayouts,
  type SandboxBehaviour,
} from '../../providers/payouts/sandbox/sandbox-payouts.ts';
import { createProviderFaults } from './provider-faults.ts';

export type PayoutBooks = ReturnType<typeof openPayoutBooks>;

/**
 * The payout providers of a shop that pays manually, and of one that pays by the sandbox: with faults, with webhooks, and
 * with a bank that sends money back after it has arrived.
 */
export function openPayoutBooks(database: Database, clock: Clock) {
  const { sql } = database;
  const faults = createProviderFaults<'send' | 'find' | 'reverse'>();
  const sandbox = createSandboxPayouts({ database, clock });
  const { accounts } = sandbox;
  if (!accounts) throw new Error('The sandbox has accounts');
  const faulty: PayoutProvider = {
    ...sandbox,
    send: (request) => faults.call('send', () => sandbox.send(request)),
    find: (request) => faults.call('find', () => sandbox.find(request)),
    accounts: {
      ...accounts,
      reverse: (reversal) => faults.call('reverse', () => accounts.reverse(reversal)),
      readEvent: (body) => JSON.parse(body.toString('utf8')) as PayoutEvent, // The events are made here.
    },
  };

  return {
    faults,
    providers: { manual: createManualPayouts(), sandbox: faulty },

    /** Opens the account of a seller. @returns the account, as the provider knows it */
    open: (seller: { id: string; email: string }) => accounts.open(seller),

    setBehaviour: (sellerId: string, behaviour: SandboxBehaviour) => sql`
      update sandbox_accounts set behaviour = ${behaviour} where user_id = ${sellerId}`,

    /** The bank sends the oldest payout of a seller back. @returns its key; undefined when there is none */
    async sendBack(sellerId: string): Promise<string | undefined> {
      const [failed] = await sql<{ key: string }[]>`
        update sandbox_payouts set state = 'failed' where id = (
          select p.id from sandbox_payouts p join sandbox_accounts a on a.id = p.account_id
          where a.user_id = ${sellerId} and p.state in ('taken', 'paid') order by p.created_at limit 1)
        returning idempotency_key as key`;
      return failed?.key;
    },

    /** What a seller has at the sandbox: paid, neither sent back nor taken back. */
    async paidTo(sellerId: string): Promise<number> {
      const [sum] = await sql<{ cents: number }[]>`
        select coalesce(sum(p.amount_cents - p.reversed_cents), 0)::bigint as cents
        from sandbox_payouts p join sandbox_accounts a on a.id = p.account_id
        where a.user_id = ${sellerId} and p.state in ('taken', 'paid')`;
      return sum?.cents ?? 0;
    },
  };
}
