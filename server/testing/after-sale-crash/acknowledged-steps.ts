import { rawSql, type Sql } from '../../database/sql.ts';

/** What a step has stored, as a condition on a booking `b` and what belongs to it; `a.id` is the id in the reply. */
const evidence = {
  booked: 'b.id is not null',
  paid: 'exists (select from payments p where p.booking_id = b.id and p.id::text = a.id)',
  released: "b.state = 'released'",
  'handed over': "f.received_at is not null and f.method = 'meeting'",
  sent: 'f.sent_at is not null',
  received: 'f.received_at is not null',
  cancelled: 'f.cancelled_by is not null',
  'return requested': 'r.id::text = a.id',
  'return accepted': "r.place = 'The pier'",
  'return contested': 'r.contest_reason is not null',
  'return given-back': 'r.given_back_at is not null',
  'dispute opened':
    'exists (select from disputes d where d.booking_id = b.id and d.id::text = a.id)',
  stated: `exists (
    select from disputes d join dispute_statements s on s.dispute_id = d.id
    where d.booking_id = b.id and s.id::text = a.id)`,
  'dispute decided':
    'exists (select from disputes d where d.booking_id = b.id and d.decided_by is not null)',
} as const;
export type StepName = keyof typeof evidence;

/** A step of a sale that the shop has answered with a success. */
export interface AcknowledgedStep {
  sale: number;
  bookingId: string;
  step: StepName;
  /** The id in the reply; the booking's where it has none. */
  id: string;
}

/** The acknowledged steps of which the database knows nothing. @returns one line for each */
export async function findLostSteps(
  sql: Sql,
  acknowledged: readonly AcknowledgedStep[],
): Promise<string[]> {
  const conditions = Object.entries(evidence).map(([step, isThere]) => `('${step}', ${isThere})`);
  const lost = await sql<{ fault: string }[]>`
    select 'acknowledged and lost: ' || a.step || ' ' || a."bookingId" as fault
    from jsonb_to_recordset(${JSON.stringify(acknowledged)}::text::jsonb)
      as a ("bookingId" uuid, step text, id text)
    left join bookings b on b.id = a."bookingId"
    left join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id
    cross join lateral (values ${rawSql(conditions.join(', '))}) evidence (step, is_there)
    where evidence.step = a.step and evidence.is_there is not true`;
  return lost.map(({ fault }) => fault);
}

/** The events that were acknowledged and are not stored and processed. @returns one line for each */
export async function findLostEvents(
  sql: Sql,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const stored = await sql<{ id: string }[]>`
    select provider_event_id as id from payment_events where settled_at is not null`;
  const known = new Set(stored.map(({ id }) => id));
  return [...acknowledged].filter((id) => !known.has(id)).map((id) => `the event ${id} is lost`);
}

/** The acknowledged steps of the sales that faults name by booking or number, for the message of a failed test. */
export function describeFaults(
  faults: readonly string[],
  acknowledged: readonly AcknowledgedStep[],
  seed: number,
): string {
  const text = faults.join('\n');
  const histories = new Map<string, string[]>();
  for (const { sale, bookingId, step } of acknowledged) {
    if (!text.includes(bookingId) && !new RegExp(`sale ${sale}\\b`).test(text)) continue;
    const key = `sale ${sale} (${bookingId})`;
    histories.set(key, [...(histories.get(key) ?? []), step]);
  }
  const lines = [...histories].map(([sale, steps]) => `${sale}: ${steps.join(', ')}`);
  return [`SALE_CRASH_SEED=${seed}`, ...faults, ...lines].join('\n');
}
