import { inArray, sql } from 'drizzle-orm';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { images } from '../../database/schema/images.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { HostingService, StoredPicture } from '../../providers/images/port.ts';
import type { Pictures } from './images.ts';

/** The addresses of pictures as a request brings them; each may be missing. */
export interface SentPictures {
  image?: string | undefined;
  images?: readonly string[] | undefined;
}

interface AdmitDeps extends Pictures {
  database: Pick<Database, 'orm'>;
  clock: Clock;
}

/**
 * Gets to know the pictures of a hosting service that a request refers to: whoever performs it calls this first, before
 * the transaction in which `imageIdOf` finds them. Each is fetched and checked once in its life; other addresses are
 * passed over, and so is everything in a shop without a hosting service.
 *
 * One that is known already counts as new, so that it cannot be removed between here and the transaction.
 * @throws Problem bad-input naming the field (`image`, or `images.2` for the third) when there is no picture of an accepted
 * kind; unavailable when the service does not answer
 */
export async function admitPictures(deps: AdmitDeps, sent: SentPictures): Promise<void> {
  const { hosting, database, clock } = deps;
  if (!hosting) return;
  const fields = addressesIn(sent, hosting);
  if (fields.size === 0) return;
  const known = await renewKnown(database, [...fields.keys()], clock.now());
  const looked = await Promise.allSettled(
    [...fields]
      .filter(([address]) => !known.has(address))
      .map(async ([address, field]) => ({ address, picture: await look(hosting, address, field) })),
  );
  const refused = looked.find((outcome) => outcome.status === 'rejected');
  if (refused) throw refused.reason;
  const found = looked.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  if (found.length === 0) return;
  await transaction(database, (tx) => saveFound(tx, { hosting, found, at: clock.now() }));
}

interface FoundPicture {
  address: string;
  picture: StoredPicture;
}

/** Field by address: the first one, where an address is sent twice. */
function addressesIn({ image, images: further = [] }: SentPictures, hosting: HostingService) {
  const fields = new Map<string, string>();
  const note = (sent: string | undefined, field: string) => {
    const address = sent === undefined ? null : hosting.ownUrl(sent);
    if (address !== null && !fields.has(address)) fields.set(address, field);
  };
  note(image, 'image');
  for (const [place, sent] of further.entries()) note(sent, `images.${place}`);
  return fields;
}

async function renewKnown(
  database: Pick<Database, 'orm'>,
  addresses: string[],
  at: Date,
): Promise<ReadonlySet<string | null>> {
  const rows = await transaction(database, (tx) =>
    tx
      .update(images)
      .set({ createdAt: at })
      .where(inArray(images.externalUrl, addresses))
      .returning({ address: images.externalUrl }),
  );
  return new Set(rows.map(({ address }) => address));
}

const refusals = ['too-large', 'wrong-content', 'cannot-process', 'bad-input'];

/** To whoever sent an address, a picture that is refused is a fault of that field, whatever it would be as an upload. */
async function look(hosting: HostingService, address: string, field: string) {
  try {
    return await hosting.inspect(address);
  } catch (cause) {
    if (!(cause instanceof Problem) || !refusals.includes(cause.code)) throw cause;
    const detail = cause.message;
    throw new Problem('bad-input', detail, { errors: [{ field, message: detail }], cause });
  }
}

/** Somebody else may have been first with the same address: then theirs is the row. */
async function saveFound(
  tx: Tx,
  { hosting, found, at }: { hosting: HostingService; found: FoundPicture[]; at: Date },
): Promise<void> {
  const rows = found.map(({ address, picture }) => ({
    ...picture,
    id: newId(at),
    host: hosting.name,
    externalUrl: address,
    createdAt: at,
  }));
  await tx
    .insert(images)
    .values(rows)
    .onConflictDoUpdate({
      target: images.externalUrl,
      targetWhere: sql`${images.externalUrl} is not null`,
      set: { createdAt: at },
    });
}
