import type { ImportError } from '#contract/imports/listing-imports.ts';
import { sayKnown } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { findImageId } from '../images/find-image-id.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { Gathered } from './gather-pictures.ts';
import { type PictureFiles, type PictureSource, sourceOf } from './picture-sources.ts';

/** Why one row cannot be imported. */
export class RowFault extends Error {
  readonly error: Pick<ImportError, 'field' | 'message'>;

  constructor(error: Pick<ImportError, 'field' | 'message'>) {
    super(error.message);
    this.error = error;
  }
}

interface FoundPicture {
  id: string;
  /** By which `findImageId` finds it. */
  address: string;
}

export type FindPicture = (text: string) => Promise<FoundPicture>;

interface FinderDeps {
  imageDeps: ImageDeps;
  sellerId: string;
  files: PictureFiles;
  /** Undefined while rows are checked: then a picture counts that can be fetched, with its key as its id. */
  gathered: Gathered | undefined;
}

/** Finds each picture once, and locks it until the transaction refers to it. @throws RowFault when there is none */
export function pictureFinder(tx: Tx, deps: FinderDeps): FindPicture {
  const found = new Map<string, FoundPicture>();
  return async (text) => {
    const known = found.get(text) ?? (await find(tx, text, deps));
    found.set(text, known);
    return known;
  };
}

async function find(tx: Tx, text: string, deps: FinderDeps): Promise<FoundPicture> {
  const { imageDeps, gathered } = deps;
  const source = sourceOf(text, deps.files, imageDeps);
  if (source.kind === 'none') throw wrongPicture(source.fault);
  const id = await findOurs(tx, text, deps);
  if (id !== undefined) return { id, address: text };
  const stored = await findStored(tx, source, deps);
  if (stored) return stored;
  if (!gathered) return { id: source.key, address: text };
  const fault = gathered.faults.get(source.key);
  throw wrongPicture(
    fault ?? sayKnown(msg`The picture is no longer stored. Import the row again.`),
  );
}

/** A picture of the seller, at this shop or at a hosting service. */
function findOurs(
  tx: Tx,
  text: string,
  { imageDeps, sellerId }: FinderDeps,
): Promise<string | undefined> {
  return findImageId(tx, imageDeps, text, { ownerId: sellerId }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  });
}

async function findStored(
  tx: Tx,
  { key }: Extract<PictureSource, { key: string }>,
  { imageDeps: { imageHost }, sellerId }: FinderDeps,
): Promise<FoundPicture | undefined> {
  const [image] = await tx.sql<{ id: string }[]>`
    select i.id from imported_pictures p join images i on i.id = p.image_id
    where p.seller_id = ${sellerId} and p.source = ${key} and i.host = ${imageHost.name}
      and cardinality(i.widths) > 0
    for key share of i`;
  return image && { id: image.id, address: imageHost.baseUrl(image.id) };
}

const wrongPicture = (message: string) => new RowFault({ field: 'pictures', message });
