import type { Role } from '#contract/constants.ts';
import type { Picture } from '#contract/images.ts';
import type { User } from '#contract/users.ts';
import type { Fragment, Sql } from '../../database/sql.ts';

/** A user joined with their picture, as `userColumns` reads it. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  verifiedAt: Date | null;
  createdAt: Date;
  /** Of the picture at the identity provider, for whoever has uploaded none. */
  pictureUrl: string | null;
  /** The columns below are null together. */
  imageId: string | null;
  imageExternalUrl: string | null;
  imageWidths: number[];
  imageWidth: number;
  imageHeight: number;
  imagePlaceholder: string;
  imageAvif: boolean;
}

/** Where pictures are reached: the images room knows, and comes after this one. */
export type PictureOf = (image: {
  id: string;
  externalUrl: string | null;
  widths: number[];
  width: number;
  height: number;
  placeholder: string;
  avif: boolean;
}) => { url: string; picture: Picture | undefined };

/** What reading users needs. */
export interface UserReader {
  sql: Sql;
  pictureOf: PictureOf;
}

/** `select … from users u …`, to go on with `where`. */
export function selectUsers(sql: Sql): Fragment {
  return sql`
    select u.id, u.name, u.email, u.role, u.verified_at as "verifiedAt", u.created_at as "createdAt",
      u.image_url as "pictureUrl", i.id as "imageId", i.external_url as "imageExternalUrl",
      i.widths as "imageWidths", i.width as "imageWidth", i.height as "imageHeight",
      i.placeholder as "imagePlaceholder", i.avif as "imageAvif"
    from users u left join images i on i.id = u.image_id`;
}

export function userFrom(row: UserRow, pictureOf: PictureOf): User {
  const image = imageFrom(row, pictureOf);
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    image: image?.url ?? row.pictureUrl ?? undefined,
    role: row.role,
    status: row.verifiedAt ? 'verified' : undefined,
    time: row.createdAt.toISOString(),
    picture: image?.picture,
  };
}

function imageFrom(row: UserRow, pictureOf: PictureOf) {
  if (row.imageId === null) return undefined;
  return pictureOf({
    id: row.imageId,
    externalUrl: row.imageExternalUrl,
    widths: row.imageWidths,
    width: row.imageWidth,
    height: row.imageHeight,
    placeholder: row.imagePlaceholder,
    avif: row.imageAvif,
  });
}
