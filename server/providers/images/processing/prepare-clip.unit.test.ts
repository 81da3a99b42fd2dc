import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hostileClips } from '../../../testing/clips/hostile-clips.ts';
import { sampleClip } from '../../../testing/clips/sample-clip.ts';
import { inPieces } from '../../../testing/pictures.ts';
import { createClipQueue, type PreparedClip, prepareClip } from './prepare-clip.ts';

const folder = await mkdtemp(join(tmpdir(), 'reprise-clips-'));
const queue = createClipQueue();
afterAll(async () => {
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

let count = 0;
async function prepare(content: Buffer, timeoutMs?: number) {
  count += 1;
  const upload = { upload: inPieces(content), path: join(folder, String(count)) };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  return prepareClip(queue, { ...upload, ...limit }, async (file, clip) => ({
    ...clip,
    content: await readFile(file),
  }));
}

describe('a clip of each format is stored as it is encoded', () => {
  const sound = { kind: 'sound', durationMs: 1_000 } as const;
  const video = { kind: 'video', width: 96, height: 64 } as const;
  const expected: [name: string, Partial<PreparedClip>][] = [
    ['a.mp3', { ...sound, format: 'mp3', durationMs: 1_080 }],
    ['a.m4a', { ...sound, format: 'm4a' }],
    ['opus.ogg', { ...sound, format: 'ogg' }],
    ['vorbis.ogg', { ...sound, format: 'ogg' }],
    ['a.wav', { ...sound, format: 'wav' }],
    ['a.mp4', { ...video, format: 'mp4', durationMs: 1_000 }],
    ['a.mov', { ...video, format: 'mp4', durationMs: 1_000 }],
    ['a.webm', { ...video, format: 'webm', durationMs: 1_007 }],
  ];
  test.each(expected)('%s', async (name, clip) => {
    const original = await sampleClip(name);
    const { content, ...prepared } = await prepare(original);
    expect(prepared).toMatchObject({ ...clip, bytes: content.length });
    // What is inside is the same, so the sizes differ by tables and tags alone.
    expect(Math.abs(content.length - original.length)).toBeLessThan(6_000);
  });

  test.each(expected)('%s can be sent again as it was stored', async (name, clip) => {
    const { content } = await prepare(await sampleClip(name));
    const { kind, format } = clip;
    expect(await prepare(content)).toMatchObject({ kind, format });
  });
});

test.each(['a.mp3', 'a.m4a', 'opus.ogg', 'a.wav', 'a.mp4', 'a.mov', 'a.webm'])(
  'the place and the names in %s are not stored',
  async (name) => {
    const original = await sampleClip(name);
    expect(traces(original).length).toBeGreaterThan(0);
    expect(traces((await prepare(original)).content)).toEqual([]);
  },
);

/** What the sample files say about where and by whom they were made. */
function traces(content: Buffer): string[] {
  const marks = ['Lavf', 'Ines', 'Lisbon', '+38.7223', 'loci', '©xyz', 'LOCATION'];
  return marks.filter((mark) => content.includes(Buffer.from(mark, 'latin1')));
}

describe('what was made to do harm is refused within the time', () => {
  test.each(hostileClips)('$title', async ({ make, code, detail }) => {
    const refusal = prepare(await make(), 5_000);
    await expect(refusal).rejects.toMatchObject({
      code,
      message: expect.stringContaining(detail),
      errors: [{ field: 'clip' }],
    });
  });
});

test('a clip that takes too long is refused, and its thread ended', async () => {
  await expect(prepare(await sampleClip('a.mp4'), 1)).rejects.toMatchObject({
    code: 'cannot-process',
    message: 'This clip is damaged or incomplete',
  });
});

test('an upload that breaks off leaves nothing behind', async () => {
  async function* breaking() {
    yield Buffer.from('RIFF');
    throw new Error('The connection is gone');
  }
  const upload = { upload: breaking(), path: join(folder, 'broken') };
  await expect(prepareClip(queue, upload, async () => undefined)).rejects.toThrow('gone');
});
