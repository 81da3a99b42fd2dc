import type { Clip } from '#contract/clips/clips.ts';
import { clipsPath } from '../../providers/images/port.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { type ClipColumns, clipFrom } from './clip-row.ts';

type Origin = () => string;

/** The address of a clip that everyone can play while a listing has it. */
export function clipAddress(origin: Origin, { id, format }: Pick<ClipColumns, 'id' | 'format'>) {
  return `${origin()}${clipsPath}/${id}.${format}`;
}

/** Undefined when there are none. */
export function listedClips(rows: readonly ClipColumns[], origin: Origin): Clip[] | undefined {
  if (rows.length === 0) return undefined;
  return rows.map((row) => clipFrom(row, clipAddress(origin, row)));
}

/** The same with addresses that end within an hour. */
export function evidenceClipsFrom(
  rows: readonly ClipColumns[],
  links: EvidenceLinks,
): Clip[] | undefined {
  if (rows.length === 0) return undefined;
  return rows.map((row) => clipFrom(row, links.clipAddressOf(row)));
}

const namePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:mp3|m4a|ogg|wav|mp4|webm)$/;

/** The id in the last part of such an address: `<id>.mp3`. */
export function idInClipName(name: string): string | undefined {
  return namePattern.exec(name)?.[1];
}

/** The id in an address of this shop; undefined for every other. */
export function idInClipAddress(address: string, origin: Origin): string | undefined {
  if (!URL.canParse(address, origin())) return undefined;
  const url = new URL(address, origin());
  const base = new URL(`${clipsPath}/`, origin());
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return undefined;
  return idInClipName(url.pathname.slice(base.pathname.length));
}
