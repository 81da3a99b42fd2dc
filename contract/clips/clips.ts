import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { optionalLine, requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg, plural } from '#contract/text.ts';

export const clipKinds = ['sound', 'video'] as const;
export type ClipKind = (typeof clipKinds)[number];

/** What is stored and served. A QuickTime file of a camera becomes MP4, with the same tracks. */
export const clipFormats = ['mp3', 'm4a', 'ogg', 'wav', 'mp4', 'webm'] as const;
export type ClipFormat = (typeof clipFormats)[number];

const clipTypes: Record<ClipFormat, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** The media type; WebM has one of its own when there is nothing to see. */
export function clipType({ kind, format }: { kind: ClipKind; format: ClipFormat }): string {
  return kind === 'sound' && format === 'webm' ? 'audio/webm' : clipTypes[format];
}

/** A clip as replies describe it. */
export const clip = z.object({
  url: z.string().describe('Takes requests for ranges of bytes'),
  kind: z.enum(clipKinds),
  type: z.string().describe('Its media type'),
  seconds: z.number(),
  bytes: z.number().int(),
  width: z.number().int().optional().describe('Of a video, in pixels'),
  height: z.number().int().optional(),
  transcript: z
    .string()
    .optional()
    .describe('What it sounds like, for people who cannot listen to it'),
});
export type Clip = z.infer<typeof clip>;

const address = z
  .string(sayLater(msg`Choose a clip`))
  .trim()
  .min(1, sayLater(msg`Choose a clip`))
  .max(limits.addressLength, sayLater(msg`This address is too long`))
  .describe('An address that the upload has given out');

function atMostClips(count: number) {
  return sayLater(msg`Use at most ${plural(count, { one: '# clip', other: '# clips' })}`);
}

const notAList = sayLater(msg`The clips must be a list of objects with url and transcript`);

/** The clips of a listing, which everyone can play. */
export const listingClipsField = z
  .array(
    z.strictObject({
      url: address,
      transcript: requiredLine(msg`Describe the sound in a line`, limits.clipTranscriptLength),
    }),
    notAList,
  )
  .max(limits.clipsPerProduct, atMostClips(limits.clipsPerProduct))
  .describe('Sound or video of the instrument, in their order. An empty list removes them');

/** The clips of a return, a dispute or a message, which only the two sides and admins can play. */
export function evidenceClipsField(count: number) {
  return z
    .array(
      z.strictObject({ url: address, transcript: optionalLine(limits.clipTranscriptLength) }),
      notAList,
    )
    .max(count, atMostClips(count))
    .describe('Sound or video, in their order');
}

/** A clip that a request names. */
export interface SentClip {
  url: string;
  transcript?: string | undefined;
}

/** Such clips in replies. */
export const evidenceClips = z
  .array(clip)
  .describe(
    'Sound and video, whose addresses only the two sides and admins get; they end within an hour',
  );

export const uploadClip = defineCall({
  method: 'POST',
  path: '/clips',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'limited by day and person; a clip that nothing refers to is removed after 24 hours',
  keyScope: 'listings:write',
  summary: `Upload sound or video of up to ${limits.clipSeconds} seconds (multipart field \`clip\`)`,
  multipart: 'clip',
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: z.string(), clip }),
  refusal: { acknowledged: false, insertedId: null },
  problems: [
    ...['bad-input', 'not-signed-in', 'too-large', 'wrong-content', 'cannot-process'],
    ...['too-many-requests', 'unavailable'],
  ] as const,
});
