import { readFile } from 'node:fs/promises';

/**
 * A clip of one second beside this file: a triad of FluidSynth and the picture of a test, encoded with ffmpeg, with the name and the place
 * of a person in it.
 */
export function sampleClip(name: string): Promise<Buffer> {
  return readFile(new URL(name, import.meta.url));
}
