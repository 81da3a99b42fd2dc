import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import type { ClipStore } from '../providers/images/port.ts';
import { sampleClip } from './clips/sample-clip.ts';
import { inPieces } from './pictures.ts';

/** The tests that every adapter of the port `ClipStore` must pass. */
export function testClipStore(makeStore: () => Promise<ClipStore>): void {
  async function stored() {
    const store = await makeStore();
    const id = newId(new Date());
    const clip = await store.store(id, inPieces(await sampleClip('a.wav')));
    const read = async (start: number, end: number, of = id) => {
      const stream = await store.read(of, { start, end });
      return stream && (await buffer(stream)).toString('latin1');
    };
    return { store, id, clip, read };
  }

  describe('a file', () => {
    test('it is read by ranges', async () => {
      const { clip, read } = await stored();
      expect(clip).toMatchObject({ kind: 'sound', format: 'wav', durationMs: 1_000 });
      expect(await read(0, 3)).toBe('RIFF');
      expect(await read(8, 11)).toBe('WAVE');
      expect(await read(0, clip.bytes - 1)).toHaveLength(clip.bytes);
    });

    test('one that does not exist is null', async () => {
      const { read } = await stored();
      expect(await read(0, 1, newId(new Date()))).toBeNull();
      expect(await read(0, 1, '../../etc/passwd')).toBeNull();
    });

    test('a refused upload is not stored', async () => {
      const store = await makeStore();
      const id = newId(new Date());
      const refused = store.store(id, inPieces(Buffer.from('<html>')));
      await expect(refused).rejects.toMatchObject({ code: 'wrong-content' });
      expect(await store.read(id, { start: 0, end: 1 })).toBeNull();
      expect(await store.sweep(new Date(Date.now() + 60_000), async () => new Set())).toBe(0);
    });

    test('it can be removed, more than once', async () => {
      const { store, id, read } = await stored();
      await store.remove(id);
      await store.remove(id);
      expect(await read(0, 1)).toBeNull();
    });

    test('the sweep removes what the database does not know and what is old enough', async () => {
      const { store, read } = await stored();
      const soon = new Date(Date.now() + 60_000);
      expect(await store.sweep(new Date(Date.now() - 60_000), async () => new Set())).toBe(0);
      expect(await store.sweep(soon, async (ids) => new Set(ids))).toBe(0);
      expect(await read(0, 2)).toBe('RIF');
      expect(await store.sweep(soon, async () => new Set())).toBe(1);
      expect(await read(0, 2)).toBeNull();
    });
  });
}
