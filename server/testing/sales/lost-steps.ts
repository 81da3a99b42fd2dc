import { rawSql, type Sql } from '../../database/sql.ts';
import type { SaleStep } from './sale-step.ts';
import { type SaleStepName, saleSteps } from './sale-steps.ts';

/** A step of a sale that the shop has answered with a success. */
export interface AcknowledgedStep {
  sale: number;
  bookingId: string;
  step: SaleStepName;
  /** The id in the reply; the booking's where it has none. */
  id: string;
}

/** The acknowledged steps of which the database knows nothing. @returns one line for each */
export async function findLostSteps(
  sql: Sql,
  acknowledged: readonly AcknowledgedStep[],
): Promise<string[]> {
  const conditions = (Object.entries(saleSteps) as [SaleStepName, SaleStep][]).flatMap(
    ([step, { stored }]) => (stored ? [`('${step}', ${stored})`] : []),
  );
  const lost = await sql<{ fault: string }[]>`
    select 'acknowledged and lost: ' || a.step || ' ' || a."bookingId" as fault
    from jsonb_to_recordset(${JSON.stringify(acknowledged)}::text::jsonb)
      as a ("bookingId" uuid, step text, id text)
    left join bookings b on b.id = a."bookingId"
    left join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id
    cross join lateral (values ${rawSql(conditions.join(', '))}) stored (step, is_there)
    where stored.step = a.step and stored.is_there is not true`;
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
