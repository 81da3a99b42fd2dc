import type { WebhookType } from '#contract/webhooks/webhook-events.ts';
import { rawSql, type Sql } from '../../database/sql.ts';

/** After this, a delivery of a server that crashed during an attempt is made again. */
const leaseMinutes = 2;

export interface ClaimedDelivery {
  eventId: string;
  endpointId: string;
  type: WebhookType;
  subjectId: string;
  productId: string | null;
  /** By which the seller's own system knows the listing. */
  externalId: string | null;
  version: number | null;
  bookingId: string | null;
  createdAt: Date;
  /** This one counts. */
  attempts: number;
  url: string;
  sealedSecret: string;
  formerSecret: string | null;
  isFailing: boolean;
}

/**
 * Claims the delivery that is due for longest. Any number of servers may do this concurrently.
 * @param busy endpoints that this server sends enough to already
 */
export async function claimDelivery(
  sql: Sql,
  now: Date,
  busy: readonly string[],
): Promise<ClaimedDelivery | undefined> {
  const [claimed] = await sql<ClaimedDelivery[]>`
    update webhook_deliveries d set tried_at = ${now}, attempts = attempts + 1,
      due_at = ${now}::timestamptz + ${lease}
    from webhook_endpoints e
    where (d.event_id, d.endpoint_id) = (
        select event_id, endpoint_id from webhook_deliveries
        where due_at <= ${now} and endpoint_id <> all(${[...busy]}::uuid[])
        order by due_at limit 1 for update skip locked)
      and e.id = d.endpoint_id
    returning d.event_id as "eventId", d.endpoint_id as "endpointId", d.type, d.subject_id as "subjectId",
      d.product_id as "productId", d.version, d.created_at as "createdAt", d.attempts, e.url,
      e.sealed_secret as "sealedSecret",
      case when e.former_until > ${now} then e.former_secret end as "formerSecret",
      e.failing_since is not null as "isFailing",
      (select min(x.external_id) from external_ids x
        where x.product_id = d.product_id and x.seller_id = e.user_id) as "externalId",
      case when d.type = 'review.received'
        then (select booking_id from reviews where id = d.subject_id) end as "bookingId"`;
  return claimed;
}

const lease = rawSql(`make_interval(mins => ${leaseMinutes})`);
