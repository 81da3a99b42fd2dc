import { z } from 'zod';
import { type SafeStorage, safeLocalStorage } from '../../../browser-storage.ts';
import type { KeptClip } from '../../clips/use-draft-clips.ts';
import type { UploadedPicture } from '../../pictures/upload-list.ts';
import { emptyListing, type ListingFields } from './listing-form.ts';

const text = z.string();
/** A draft from before a field does not have it. */
const fields = z.object(
  Object.fromEntries(Object.keys(emptyListing).map((name) => [name, text.optional()])),
);

/**
 * The stored draft of a form. Drafts of other versions are ignored, because fields may have changed their meaning.
 */
const storedDraft = z.object({
  version: z.literal(1),
  fields,
  pictures: z.array(z.object({ url: text, uploadedAt: z.number().nullable() })),
  /** A draft from before clips has none. */
  clips: z.array(z.unknown()).optional(),
  attempt: z.object({ key: text, body: text }).optional(),
});

export interface Draft {
  fields: ListingFields;
  pictures: UploadedPicture[];
  clips: KeptClip[];
  /** The last submitted body and its idempotency key: whether it arrived may be unknown. */
  attempt?: { key: string; body: string } | undefined;
}

export type StoredDraft = Omit<Draft, 'fields' | 'clips'> & {
  fields: Partial<ListingFields>;
  /** As they were stored (`keptClips`); undefined in a draft from before clips. */
  clips?: unknown[] | undefined;
};

export interface DraftPlace {
  read(): StoredDraft | undefined;
  /** @returns false when the browser cannot store it (a private window, a policy, a full disk) */
  write(draft: Draft): boolean;
  drop(): void;
}

/**
 * The storage of one person's draft for one form on this device.
 * @param subject id of the edited product, or `new`
 */
export function draftPlace(
  email: string,
  subject: string,
  storage: SafeStorage = safeLocalStorage,
): DraftPlace {
  const key = `reprise.listing.${email.toLowerCase()}.${subject}`;
  return {
    read: () => parsed(storage.getItem(key) ?? 'null'),
    write: (draft) => storage.setItem(key, JSON.stringify({ version: 1, ...draft })),
    drop: () => void storage.removeItem(key),
  };
}

function parsed(stored: string): StoredDraft | undefined {
  try {
    const { data } = storedDraft.safeParse(JSON.parse(stored));
    return data && { ...data, fields: data.fields as Partial<ListingFields> };
  } catch {
    // The storage has been written by other code.
    return undefined;
  }
}
