import { median } from '../load/measure.mjs';

export const sideNames = /** @type {const} */ (['call', 'workflow', 'bare']);

/**
 * @typedef {'booking' | 'payment'} Kind
 * @typedef {'call' | 'workflow' | 'bare'} SideName
 * @typedef {{ perSecond: number, p50: number, p99: number }} Measured
 * @typedef {(sale: import('./sales-database.mjs').Sale) => Promise<unknown>} Act
 * @typedef {Record<SideName, Record<Kind, Act>>} Sides
 *
 * @typedef {object} Figures
 * @property {number} perSecond median over the rounds
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} share of the bare transactions per second: the median over the rounds
 * @property {[number, number]} shareRange
 *
 * @typedef {object} SalesOutcome
 * @property {Kind} kind
 * @property {Record<SideName, Figures>} sides
 */

/**
 * Lets each side do as many of the same in turn, each time with things of its own, because the machine may be busy with
 * something else: only what was measured side by side is compared.
 * @param {Kind} kind
 * @param {object} parts
 * @param {Sides} parts.sides
 * @param {Pick<import('./sales-database.mjs').SalesDatabase, 'makeLot' | 'pool'>} parts.setup
 * @param {{ count: number, rounds: number, atOnce: number }} parts.effort
 * @returns {Promise<SalesOutcome>}
 */
export async function alternate(kind, { sides, setup, effort: { count, rounds, atOnce } }) {
  /** @type {Record<SideName, Measured>[]} */
  const measured = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    /** @type {Partial<Record<SideName, Measured>>} */
    const figures = {};
    // The order alternates, so that a machine that gets slower or faster favours neither side.
    const order = round % 2 === 0 ? sideNames : [...sideNames].reverse();
    for (const name of order) {
      const lot = await setup.makeLot(count, kind);
      figures[name] = await measure(lot, sides[name][kind], atOnce);
      await requireDone(setup.pool, lot, kind);
    }
    if (round > 0) measured.push(/** @type {Record<SideName, Measured>} */ (figures));
  }
  return {
    kind,
    sides: {
      call: summary('call', measured),
      workflow: summary('workflow', measured),
      bare: summary('bare', measured),
    },
  };
}

/**
 * Does it with each, this many at once.
 * @template Subject
 * @param {readonly Subject[]} lot
 * @param {(subject: Subject) => Promise<unknown>} act
 * @param {number} atOnce
 * @returns {Promise<Measured>}
 */
export async function measure(lot, act, atOnce) {
  /** @type {number[]} */
  const times = [];
  const queue = lot.values();
  const start = performance.now();
  const work = async () => {
    for (const sale of queue) {
      const from = performance.now();
      await act(sale);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const took = performance.now() - start;
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { perSecond: (lot.length * 1_000) / took, p50: at(0.5), p99: at(0.99) };
}

/**
 * All sides must leave the same rows, or their times cannot be compared.
 * @param {import('pg').Pool} pool
 * @param {import('./sales-database.mjs').Sale[]} lot
 * @param {Kind} kind
 */
async function requireDone(pool, lot, kind) {
  const { rows } = await pool.query(
    `select count(*)::int as products, count(b.id)::int as bookings, count(pay.id)::int as payments,
      count(*) filter (where p.status = 'sold')::int as sold,
      (select count(*)::int from queued_mails m join bookings of on of.id = m.subject_id
        where of.product_id = any($1)) as mails
    from products p left join bookings b on b.product_id = p.id and b.state in ('held', 'paid')
    left join payments pay on pay.booking_id = b.id and pay.state = 'recorded'
    where p.id = any($1)`,
    [lot.map(({ productId }) => productId)],
  );
  const { length } = lot;
  const done = kind === 'payment' ? length : 0;
  const all = { products: length, bookings: length, payments: done, sold: done, mails: 2 * length };
  if (JSON.stringify(rows[0]) !== JSON.stringify(all)) {
    throw new Error(`Of ${length} there came ${JSON.stringify(rows[0])}`);
  }
}

/**
 * @param {SideName} name
 * @param {readonly Record<SideName, Measured>[]} measured
 * @returns {Figures}
 */
function summary(name, measured) {
  const shares = measured.map((round) => round[name].perSecond / round.bare.perSecond);
  const middle = (/** @type {keyof Measured} */ key) =>
    median(measured.map((round) => round[name][key]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    share: median(shares),
    shareRange: [Math.min(...shares), Math.max(...shares)],
  };
}
