import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { Actor } from '../users/lock-user.ts';
import { type FileRow, type ImportRow, readImportRow, readNextRows } from './import-row.ts';
import { parseRow } from './parse-row.ts';
import { readPictureFiles, sourceOf } from './picture-sources.ts';
import { type Storable, type StorePictures, withoutStored } from './store-pictures.ts';

export interface GatherDeps extends ImageDeps {
  database: Database;
  storePictures: StorePictures;
  languages: readonly LoadedLanguage[];
}

/** The last row whose pictures are stored, or cannot be, and why those cannot, by their keys. */
export interface Gathered {
  lastRow: number;
  faults: ReadonlyMap<string, string>;
}

export type GatherPictures = (actor: Actor, id: string) => Promise<Gathered>;

/**
 * Makes the function that stores the pictures of the next rows, those of one import of a seller at a time.
 * @throws Problem not-found; conflict while it runs for another import; as `StorePictures` does
 */
export function createPictureGatherer(deps: GatherDeps): GatherPictures {
  const { sql } = deps.database;
  const running = new Set<string>();

  return async (actor, id) => {
    const file = await readImportRow(sql, actor, id);
    const { sellerId } = file;
    const processed = file.state === 'importing' ? file.processed : 0;
    const isNext = file.state === 'importing' || file.state === 'checked';
    const rows = isNext ? await readNextRows(sql, { id, processed }) : [];
    const lastRow = rows.at(-1)?.row ?? 0;
    const wanted = await withoutStored(deps, sellerId, await picturesOf(deps, file, rows));
    if (wanted.length === 0) return { lastRow, faults: new Map() };
    if (running.has(sellerId)) {
      throw new Problem(
        'conflict',
        msg`The pictures of an import are being fetched. Continue in a minute.`,
      );
    }
    running.add(sellerId);
    try {
      const { faults, left } = await deps.storePictures(wanted, { importId: id, sellerId });
      const [next] = left;
      return { lastRow: next ? next.row - 1 : lastRow, faults };
    } finally {
      running.delete(sellerId);
    }
  };
}

/** The pictures of these rows, in their order. */
async function picturesOf(
  deps: GatherDeps,
  file: ImportRow,
  rows: readonly FileRow[],
): Promise<(Storable & { row: number })[]> {
  const files = await readPictureFiles(deps.database.sql, file.id);
  return rows.flatMap(({ row, cells }) => {
    const { listing, pictures } = parseRow(cells, { ...file, files, languages: deps.languages });
    const sources = (listing ? pictures : []).map((text) => sourceOf(text, files, deps));
    return sources.flatMap((source) => ('key' in source ? [{ ...source, row }] : []));
  });
}
