import type { Params } from './account.ts';
import type { FakeBalance } from './balance.ts';
import { invalid, missing, newStripeId, unixNow } from './objects.ts';

interface FakeReversal {
  id: string;
  object: 'transfer_reversal';
  amount: number;
  metadata: Record<string, string>;
  transfer: string;
}

/** A transfer of Stripe's API, with the fields that our code reads. */
interface FakeTransfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  reversed: boolean;
  created: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
  metadata: Record<string, string>;
  reversals: { object: 'list'; data: FakeReversal[]; has_more: false };
}

interface FakeConnectedAccount {
  id: string;
  object: 'account';
  email: string | null;
  details_submitted: boolean;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
  requirements: { currently_due: string[] };
  metadata: Record<string, string>;
}

/** Connected accounts and transfers of a Stripe account in memory, with the operations of the API. */
export function createFakeConnect(books: FakeBalance) {
  const accounts = new Map<string, FakeConnectedAccount>();
  const transfers = new Map<string, FakeTransfer>();
  /** What the shop's balance holds for transfers, in cents. */
  const balance = { available: 100_000_000 };
  /** What connected accounts have paid on to their banks, in cents, which no reversal reaches. */
  const paidOn = new Map<string, number>();

  function getAccount(id: string): FakeConnectedAccount {
    const account = accounts.get(id);
    if (account) return account;
    // Stripe does not say whether such an account exists somewhere else.
    const message = `The provided key does not have access to account '${id}'.`;
    throw invalid('account_invalid', message, 403);
  }

  function getTransfer(id: string): FakeTransfer {
    const transfer = transfers.get(id);
    if (!transfer) throw missing('transfer', id);
    return transfer;
  }

  function openAccount(params: Params): FakeConnectedAccount {
    const { type = '' } = params;
    if (type !== 'express' && type !== 'custom') throw invalid('', `Invalid type: ${type}`);
    // A custom account is opened with all that its owner would enter.
    const isWhole = type === 'custom' && Boolean(params.external_account);
    const account: FakeConnectedAccount = {
      id: newStripeId('acct'),
      object: 'account',
      email: params.email ?? null,
      details_submitted: isWhole,
      payouts_enabled: isWhole,
      capabilities: { transfers: isWhole ? 'active' : 'inactive' },
      requirements: { currently_due: isWhole ? [] : ['external_account'] },
      metadata: metadataOf(params),
    };
    accounts.set(account.id, account);
    return account;
  }

  function transfer(params: Params): FakeTransfer {
    const { currency = '' } = params;
    const amount = Number(params.amount);
    if (!/^[a-z]{3}$/.test(currency) || !Number.isInteger(amount) || amount < 1) {
      throw invalid('', `Invalid amount: ${params.amount} ${currency}`);
    }
    const destination = getAccount(params.destination ?? '');
    if (destination.capabilities.transfers !== 'active') {
      throw invalid('insufficient_capabilities_for_transfer', 'The account has no transfers.');
    }
    if (amount > balance.available) {
      throw invalid('balance_insufficient', 'You have insufficient funds in your account.');
    }
    balance.available -= amount;
    const created: FakeTransfer = {
      id: newStripeId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      reversed: false,
      created: unixNow(),
      currency,
      destination: destination.id,
      transfer_group: params.transfer_group ?? null,
      metadata: metadataOf(params),
      reversals: { object: 'list', data: [], has_more: false },
    };
    transfers.set(created.id, created);
    books.add({ type: 'transfer', amount: -amount, currency, source: created });
    return created;
  }

  function reverse(id: string, params: Params): FakeReversal {
    const found = getTransfer(id);
    const amount = Number(params.amount ?? found.amount - found.amount_reversed);
    if (amount > found.amount - found.amount_reversed) {
      throw invalid('', 'The amount is greater than what is left of the transfer.');
    }
    const held = heldBy(found.destination);
    if (amount > held) throw invalid('balance_insufficient', 'The account holds less.');
    const reversal: FakeReversal = {
      id: newStripeId('trr'),
      object: 'transfer_reversal',
      amount,
      metadata: metadataOf(params),
      transfer: id,
    };
    found.reversals.data.push(reversal);
    found.amount_reversed += amount;
    found.reversed = found.amount_reversed === found.amount;
    balance.available += amount;
    books.add({
      type: 'transfer_refund',
      reporting_category: 'transfer_reversal',
      amount,
      currency: found.currency,
      source: reversal,
    });
    return reversal;
  }

  const heldBy = (accountId: string) =>
    [...transfers.values()]
      .filter(({ destination }) => destination === accountId)
      .reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0) -
    (paidOn.get(accountId) ?? 0);

  /** @returns undefined for an address that is not about connected accounts or transfers */
  function handle(method: string, path: string, params: Params): object | undefined {
    const [, id = '', reversals] = /^\/v1\/transfers\/(\w+)(\/reversals)?$/.exec(path) ?? [];
    const [, accountId = ''] = /^\/v1\/accounts\/(\w+)$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/accounts') return openAccount(params);
    if (method === 'GET' && accountId) return getAccount(accountId);
    if (method === 'POST' && path === '/v1/account_links') {
      const { id: owner } = getAccount(params.account ?? '');
      return { object: 'account_link', url: `https://connect.stripe.test/setup/${owner}` };
    }
    if (method === 'POST' && path === '/v1/transfers') return transfer(params);
    if (method === 'POST' && reversals) return reverse(id, params);
    if (method === 'GET' && reversals) return getTransfer(id).reversals;
    if (method === 'GET' && path === '/v1/transfers') {
      const data = [...transfers.values()].filter(
        ({ transfer_group: group }) => group === params.transfer_group,
      );
      return { object: 'list', data, has_more: false };
    }
    return undefined;
  }

  return {
    accounts,
    transfers,
    balance,
    paidOn,
    reverse,
    handle,
    /** Stripe pays money of the shop out to the shop's bank. */
    payOutToBank(amount: number): string {
      balance.available -= amount;
      const payout = { id: newStripeId('po'), object: 'payout', amount };
      books.add({ type: 'payout', amount: -amount, source: payout });
      return payout.id;
    },
    /** The seller has filled in everything. */
    finishAccount(id: string): void {
      Object.assign(getAccount(id), {
        details_submitted: true,
        payouts_enabled: true,
        capabilities: { transfers: 'active' },
        requirements: { currently_due: [] },
      });
    },
    /** Stripe wants a further document. */
    demandDocuments(id: string): void {
      Object.assign(getAccount(id), {
        details_submitted: true,
        payouts_enabled: false,
        capabilities: { transfers: 'inactive' },
        requirements: { currently_due: ['individual.verification.document'] },
      });
    },
  };
}

function metadataOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}
