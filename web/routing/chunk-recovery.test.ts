import { describe, expect, it, vi } from 'vitest';
import { forgetChunkReload, recoverChunk, type Surroundings } from './chunk-recovery.ts';

function tab(path = '/blog') {
  const kept = new Map<string, string>();
  const around: Surroundings = {
    path,
    memory: () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
    isReachable: async () => true,
    reload: vi.fn(),
  };
  return around;
}

const forbidden = () => {
  throw new DOMException('denied', 'SecurityError');
};

describe('a script that failed', () => {
  it('loads the document again by itself, once for each path', async () => {
    const around = tab();
    expect(await recoverChunk(around, false)).toBe(true);
    expect(await recoverChunk(around, false)).toBe(false);
    expect(await recoverChunk({ ...around, path: '/about' }, false)).toBe(true);
    expect(around.reload).toHaveBeenCalledTimes(2);
  });

  it('loads it again whenever a person asks', async () => {
    const around = tab();
    await recoverChunk(around, false);
    expect(await recoverChunk(around, true)).toBe(true);
    expect(await recoverChunk(around, true)).toBe(true);
  });

  it('stays as long as the server does not answer, and remembers nothing of it', async () => {
    const around = tab();
    expect(await recoverChunk({ ...around, isReachable: async () => false }, false)).toBe(false);
    expect(await recoverChunk({ ...around, isReachable: async () => false }, true)).toBe(false);
    expect(around.reload).not.toHaveBeenCalled();
    expect(await recoverChunk(around, false)).toBe(true);
  });

  it('may be reloaded again once a page has arrived', async () => {
    const around = tab();
    await recoverChunk(around, false);
    forgetChunkReload(around);
    expect(await recoverChunk(around, false)).toBe(true);
  });

  it('never reloads by itself without a memory, for that could go on for ever', async () => {
    const around = { ...tab(), memory: forbidden };
    expect(await recoverChunk(around, false)).toBe(false);
    expect(await recoverChunk(around, true)).toBe(true);
    expect(() => forgetChunkReload(around)).not.toThrow();
  });
});
