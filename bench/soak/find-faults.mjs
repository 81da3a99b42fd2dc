import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until the jobs have caught up, and says what is not as it must be: every acknowledged sale is stored, completed and
 * paid out once, its books balance, and each mail has arrived once.
 * @param {object} shop
 * @param {import('pg').Pool} shop.pool
 * @param {string} shop.metricsUrl
 * @param {string[]} shop.mailIds of the mails that arrived
 * @param {() => Promise<void>} shop.letDaysPass
 * @param {{ bookingId: string, paymentId: string }[]} sales
 * @param {number} catchUpMs
 * @returns {Promise<string[]>}
 */
export async function findFaults({ pool, metricsUrl, mailIds, letDaysPass }, sales, catchUpMs) {
  const deadline = Date.now() + catchUpMs;
  /** @type {string[]} */
  let faults = [];
  do {
    await wait(5_000);
    await letDaysPass();
    const { rows } = await pool.query(findWrong, [
      sales.map(({ bookingId }) => bookingId),
      sales.map(({ paymentId }) => paymentId),
    ]);
    faults = rows.map(({ fault }) => String(fault));
    const waiting = await waitingMails(metricsUrl);
    if (waiting > 0) faults.push(`${waiting} mails were not sent`);
  } while (faults.length > 0 && Date.now() < deadline);
  const twice = mailIds.length - new Set(mailIds).size;
  if (twice > 0) faults.push(`${twice} mails arrived twice`);
  return faults.slice(0, 50);
}

/** @param {string} metricsUrl */
async function waitingMails(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  const lines = [...text.matchAll(/^reprise_mails_waiting(?:\{[^}]*\})? (\d+)/gm)];
  if (lines.length === 0) throw new Error('The metrics do not say how many mails wait');
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

const findWrong = `
  with acknowledged as (
    select * from unnest($1::uuid[], $2::uuid[]) as sale (booking_id, payment_id)
  )
  select 'a sale is not as acknowledged: ' || a.booking_id as fault
  from acknowledged a
  left join payments p on p.id = a.payment_id and p.booking_id = a.booking_id and p.state = 'recorded'
  left join fulfilments f on f.booking_id = a.booking_id and f.state = 'completed'
  where p.id is null or f.booking_id is null
  union all
  select 'a product was sold ' || count(*) || ' times: ' || product_id
  from payments where state = 'recorded' group by product_id having count(*) > 1
  union all
  select 'not paid out: ' || cents || ' cents of ' || account from (
    select account, sum(cents) as cents from (
      select credit as account, amount_cents as cents from ledger_entries
      union all select debit, -amount_cents from ledger_entries
    ) moved where account like 'available:%' or account like 'pending:%' group by account
  ) left_over where cents <> 0
  union all
  select 'the provider has paid ' || paid || ' cents of ' || owed from (
    select (select coalesce(sum(amount_cents), 0) from sandbox_payouts where state = 'paid') as paid,
      (select coalesce(sum(amount_cents), 0) from payouts where state = 'paid') as owed
  ) money where paid <> owed`;
