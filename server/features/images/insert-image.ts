import type { Tx } from '../../database/transaction.ts';
import type { StoredPicture } from '../../providers/images/port.ts';

interface NewImage extends StoredPicture {
  id: string;
  /** Name of the adapter that stores the files. */
  host: string;
  /** Address of a picture at a hosting service. */
  externalUrl: string | null;
  /** Missing while there is no account, or while the picture is unused. */
  ownerId?: string | undefined;
}

/**
 * Inserts the row of an image. When another request has registered the same address at a hosting service, its row is
 * kept and counts as new.
 */
export function insertImage(tx: Tx, image: NewImage, at: Date): void {
  tx.write`
    insert into images
      (id, host, external_url, width, height, widths, placeholder, bytes, created_at, owner_id)
    values (${image.id}, ${image.host}, ${image.externalUrl}, ${image.width}, ${image.height},
      ${image.widths}, ${image.placeholder}, ${image.bytes}, ${at}, ${image.ownerId ?? null})
    on conflict (external_url) where external_url is not null
      do update set created_at = excluded.created_at`;
}
