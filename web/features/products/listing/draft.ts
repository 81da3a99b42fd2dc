import { z } from 'zod';
import { emptyListing, type ListingFields } from './listing-form.ts';
import type { KeptPicture } from './picture-shelf.ts';

const text = z.string();
const fields = z.object(
  Object.fromEntries(Object.keys(emptyListing).map((name) => [name, text])) as Record<
    keyof ListingFields,
    typeof text
  >,
);

/** What is kept of a form. Another version's drafts are not read: fields may have changed their meaning. */
const keptDraft = z.object({
  version: z.literal(1),
  fields,
  pictures: z.array(z.object({ url: text, uploadedAt: z.number().nullable() })),
  attempt: z.object({ key: text, body: text }).optional(),
});

export interface Draft {
  fields: ListingFields;
  pictures: KeptPicture[];
  /** What was sent last, and under which key: whether it arrived nobody knows. */
  attempt?: { key: string; body: string } | undefined;
}

export interface DraftPlace {
  read(): Draft | undefined;
  /** @returns false where the browser keeps nothing (a private window, a policy, a full disk) */
  write(draft: Draft): boolean;
  drop(): void;
}

/**
 * Where the draft of one person for one form is kept on this device.
 * @param subject the product that is mended, or `new`
 */
export function draftPlace(storage: () => Storage, email: string, subject: string): DraftPlace {
  const key = `reprise.listing.${email.toLowerCase()}.${subject}`;
  return {
    read: () => attempt(() => parsed(storage().getItem(key))),
    write: (draft) =>
      attempt(() => {
        storage().setItem(key, JSON.stringify({ version: 1, ...draft }));
        return true;
      }) === true,
    drop: () => {
      attempt(() => storage().removeItem(key));
    },
  };
}

function parsed(kept: string | null): Draft | undefined {
  if (kept === null) return undefined;
  const { data } = keptDraft.safeParse(JSON.parse(kept));
  return data && { ...data, fields: data.fields as ListingFields };
}

/** What `access` gives; undefined when the browser refuses, or what it kept is not readable. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
