import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { HostingService } from '../../providers/images/port.ts';
import type { ImageDeps } from './image-deps.ts';
import { insertImage } from './insert-image.ts';

/** The addresses of pictures in a request. */
export interface SentPictures {
  image?: string | undefined;
  images?: readonly string[] | undefined;
}

export interface RegisterDeps extends ImageDeps {
  database: Pick<Database, 'transaction'>;
  clock: Clock;
}

/**
 * Inserts rows for the pictures at a hosting service that a request refers to. A handler calls this before it opens the
 * transaction in which `findImageId` finds them. Each picture is fetched and checked only when its address is new; other
 * addresses are ignored, and without a hosting service all are.
 *
 * The creation time of a picture that has a row already is renewed, so that the clean-up does not remove it before the
 * transaction refers to it.
 * @throws Problem bad-input naming the field (`image`, or `images.2` for the third) when there is no picture of an
 *   accepted kind at the address; unavailable when the service does not respond
 */
export async function registerHostedPictures(
  deps: RegisterDeps,
  sent: SentPictures,
): Promise<void> {
  const { hosting, database, clock } = deps;
  if (!hosting) return;
  const fields = addressesIn(sent, hosting);
  if (fields.size === 0) return;
  const known = await renewRegistered(database, [...fields.keys()], clock.now());
  const fetched = await Promise.allSettled(
    [...fields]
      .filter(([address]) => !known.has(address))
      .map(async ([address, field]) => ({
        address,
        picture: await fetchPicture(hosting, address, field),
      })),
  );
  const refused = fetched.find((outcome) => outcome.status === 'rejected');
  if (refused) throw refused.reason;
  const found = fetched.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  if (found.length === 0) return;
  await transaction(database, (tx) => {
    const at = clock.now();
    for (const { address, picture } of found) {
      insertImage(tx, { ...picture, id: newId(at), host: hosting.name, externalUrl: address }, at);
    }
  });
}

/** Maps each address at the hosting service to the first field that contains it. */
function addressesIn({ image, images: further = [] }: SentPictures, hosting: HostingService) {
  const fields = new Map<string, string>();
  const add = (sent: string | undefined, field: string) => {
    const address = sent === undefined ? null : hosting.ownUrl(sent);
    if (address !== null && !fields.has(address)) fields.set(address, field);
  };
  add(image, 'image');
  for (const [index, sent] of further.entries()) add(sent, `images.${index}`);
  return fields;
}

async function renewRegistered(
  database: Pick<Database, 'transaction'>,
  addresses: string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = await transaction(
    database,
    (tx) => tx.sql<{ address: string }[]>`
      update images set created_at = ${at} where external_url = any(${addresses})
      returning external_url as address`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** Codes by which the hosting adapter says that there is no acceptable picture at an address. */
const refusals = ['too-large', 'wrong-content', 'cannot-process', 'bad-input'];

/** Reports a refused picture as bad input in the field with its address, whatever the code would be for an upload. */
async function fetchPicture(hosting: HostingService, address: string, field: string) {
  try {
    return await hosting.inspect(address);
  } catch (cause) {
    if (!(cause instanceof Problem) || !refusals.includes(cause.code)) throw cause;
    const detail = cause.text;
    throw new Problem('bad-input', detail, { errors: [{ field, message: detail }], cause });
  }
}
