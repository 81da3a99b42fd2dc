import { invalid, newStripeId, unixNow } from './objects.ts';

/** A balance transaction of Stripe's API: what something added to the balance of the account, or took from it. */
interface FakeBalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  created: number;
  currency: string;
  fee: number;
  net: number;
  reporting_category: string;
  source: object | null;
  type: string;
}

/** What moves money; the rest follows from it. */
interface FakeMovement {
  type: string;
  amount: number;
  /** US dollars by default. */
  currency?: string;
  reporting_category?: string;
  fee?: number;
  source?: object | null;
  created?: number;
}

/** The account's own list of what moved its balance. Newest first, as Stripe lists it, whatever order it was added in. */
export function createFakeBalance() {
  const transactions: FakeBalanceTransaction[] = [];

  function add(movement: FakeMovement): FakeBalanceTransaction {
    const {
      type,
      amount,
      currency = 'usd',
      fee = 0,
      source = null,
      created = unixNow(),
    } = movement;
    const added: FakeBalanceTransaction = {
      id: newStripeId('txn'),
      object: 'balance_transaction',
      amount,
      fee,
      type,
      created,
      currency,
      net: amount - fee,
      reporting_category: movement.reporting_category ?? type,
      source: source && structuredClone(source),
    };
    const older = transactions.findIndex((one) => one.created <= created);
    transactions.splice(older < 0 ? transactions.length : older, 0, added);
    return added;
  }

  /** A page, at most 100 of them, with the source expanded when that was asked for. */
  function list(params: Readonly<Record<string, string>>) {
    const limit = Number(params.limit ?? 10);
    if (limit > 100) throw invalid('', 'A page has 100 objects at most.');
    const from = Number(params['created[gte]'] ?? 0);
    const before = Number(params['created[lt]'] ?? Number.POSITIVE_INFINITY);
    const after = params.starting_after;
    const start = after === undefined ? 0 : transactions.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) throw invalid('resource_missing', `No such ${after}`);
    const rest = transactions
      .slice(start)
      .filter(({ created }) => created >= from && created < before);
    const isExpanded = params['expand[0]'] === 'data.source';
    const data = rest
      .slice(0, limit)
      .map((one) => (isExpanded ? one : { ...one, source: idOf(one.source) }));
    return { object: 'list', data, has_more: rest.length > limit };
  }

  return { transactions, add, list };
}

export type FakeBalance = ReturnType<typeof createFakeBalance>;

function idOf(source: object | null): unknown {
  return source && 'id' in source ? source.id : null;
}
