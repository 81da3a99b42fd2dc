import type { SentClip } from '#contract/clips/clips.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { idInClipAddress } from './clip-address.ts';

/** A clip that a request names, and that its sender may use. */
export interface FoundClip {
  id: string;
  transcript: string | null;
}

interface ClipUse {
  /** The user whose listing, message or evidence it is for. */
  ownerId: string;
  /** The admin who sent the request, if it was one: what they uploaded themselves can be used too. */
  actorId?: string;
  /** What shows clips already: those stay, no matter who uploaded them. */
  subjectId?: string;
}

/**
 * Finds the clips at these addresses, without duplicates. Locks their rows, so that they cannot be removed before this
 * transaction has stored a reference to them.
 * @throws Problem bad-input naming the address (`clips.0.url` for the first) that is not one of ours, gone, or another user's
 */
export async function findClips(
  tx: Tx,
  { origin }: { origin: () => string },
  sent: readonly SentClip[] | undefined,
  { ownerId, actorId = ownerId, subjectId }: ClipUse,
): Promise<FoundClip[]> {
  const found = new Map<string, FoundClip>();
  for (const [index, { url, transcript }] of (sent ?? []).entries()) {
    const id = idInClipAddress(url, origin);
    const [clip] = id
      ? await tx.sql<{ id: string }[]>`
          select id from clips k
          where id = ${id} and (owner_id in (${ownerId}::uuid, ${actorId}::uuid)
            or exists (select from clip_uses where clip_id = k.id and subject_id = ${subjectId ?? null}))
          for key share`
      : [];
    if (!clip) {
      const detail = msg`Upload the clip here first; this address is not one of yours`;
      throw new Problem('bad-input', detail, {
        errors: [{ field: `clips.${index}.url`, message: detail }],
      });
    }
    if (!found.has(clip.id)) found.set(clip.id, { id: clip.id, transcript: transcript ?? null });
  }
  return [...found.values()];
}

/** The clips of a listing, in their order. */
export async function readClips(tx: Tx, subjectId: string): Promise<FoundClip[]> {
  return tx.sql<FoundClip[]>`
    select clip_id as id, transcript from clip_uses
    where subject_id = ${subjectId} order by position`;
}

/** Replaces the clips of a listing. The caller has locked it. */
export function replaceClips(tx: Tx, subjectId: string, clips: readonly FoundClip[]): void {
  tx.write`delete from clip_uses where subject_id = ${subjectId}`;
  addClips(tx, subjectId, clips);
}

/** Stores the clips of a new listing, return, dispute, statement, message or case. */
export function addClips(tx: Tx, subjectId: string, clips: readonly FoundClip[] = []): void {
  if (clips.length === 0) return;
  tx.write`
    insert into clip_uses (subject_id, position, clip_id, transcript)
    select ${subjectId}, position, id, transcript
    from unnest(${clips.map(({ id }) => id)}::uuid[], ${clips.map(({ transcript }) => transcript)}::text[])
      with ordinality as clip (id, transcript, position)`;
}
