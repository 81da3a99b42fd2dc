import { limits } from '#contract/constants.ts';
import { sampleClip } from './sample-clip.ts';

interface HostileClip {
  title: string;
  make: () => Promise<Buffer>;
  code: string;
  /** A part of the sentence for the sender. */
  detail: string;
}

const notOurs = { code: 'wrong-content', detail: 'Send a clip as' };
const notPlayed = { code: 'wrong-content', detail: 'Browsers cannot play' };
const damaged = { code: 'cannot-process', detail: 'damaged' };
const tooLong = { code: 'cannot-process', detail: `longer than ${limits.clipSeconds} seconds` };

/** Files that lie, never end, or are something else, and the problem that each gets. */
export const hostileClips: HostileClip[] = [
  { title: 'an empty file', make: async () => Buffer.alloc(0), code: 'bad-input', detail: 'empty' },
  {
    title: 'a file that is too large',
    make: async () => Buffer.concat([await sampleClip('a.mp3'), zeros(limits.clipBytes)]),
    code: 'too-large',
    detail: '40 MB',
  },
  { title: 'a page of HTML', make: async () => html, ...notOurs },
  { title: 'a picture', make: async () => gif, ...notOurs },
  { title: 'forty megabytes of nothing', make: async () => zeros(limits.clipBytes), ...notOurs },
  {
    title: 'a tag that is followed by nothing',
    make: async () => Buffer.concat([bytes('ID3\x03\0\0\0\0\0\0'), zeros(20_000_000)]),
    ...notOurs,
  },
  {
    title: 'beginnings of MP3 packets without end',
    make: async () => Buffer.alloc(20_000_000, Buffer.from([0xff, 0xfb])),
    ...notOurs,
  },
  {
    title: 'a million Ogg pages',
    make: async () => repeat(bytes(`OggS${'\0'.repeat(23)}`), 1_000_000),
    ...notPlayed,
  },
  {
    title: 'five million boxes',
    make: async () => Buffer.concat([await start(), repeat(box('free', 8), 5_000_000)]),
    ...damaged,
  },
  {
    title: 'boxes in boxes, twenty thousand deep',
    make: async () => {
      const deep = Array.from({ length: 20_000 }, (_, at) => box('moov', 8 * (20_000 - at)));
      return Buffer.concat([await start(), ...deep]);
    },
    ...damaged,
  },
  {
    title: 'a box that has no size',
    make: async () => Buffer.concat([await start(), box('moov', 1), zeros(800)]),
    ...damaged,
  },
  {
    title: 'a box that is larger than the file',
    make: async () => Buffer.concat([await start(), box('moov', 0x7fffffff), zeros(800)]),
    ...damaged,
  },
  {
    title: 'a table that counts two thousand million packets',
    make: async () => {
      const clip = await sampleClip('a.m4a');
      const sizes = clip.indexOf('stsz') - 4;
      clip.writeUInt32BE(1, sizes + 12);
      clip.writeUInt32BE(0x7fffffff, sizes + 16);
      const times = clip.indexOf('stts') - 4;
      clip.writeUInt32BE(1, times + 12);
      clip.writeUInt32BE(0x7fffffff, times + 16);
      clip.writeUInt32BE(1, times + 20);
      return clip;
    },
    ...damaged,
  },
  {
    title: 'a duration of one second for minutes of sound',
    make: async () => {
      const clip = await sampleClip('two-minutes.m4a');
      // Each packet claims to last one hundredth of what it does.
      const times = clip.indexOf('stts') - 4;
      for (let at = 0; at < clip.readUInt32BE(times + 12); at += 1) {
        clip.writeUInt32BE(10, times + 20 + 8 * at);
      }
      return clip;
    },
    ...tooLong,
  },
  {
    title: 'a clip that is longer than accepted',
    make: () => sampleClip('two-minutes.m4a'),
    ...tooLong,
  },
  ...['a.mp4', 'a.webm', 'a.mov'].map((name) => ({
    title: `${name} without its second half`,
    make: async () => {
      const clip = await sampleClip(name);
      return clip.subarray(0, clip.length / 2);
    },
    ...damaged,
  })),
  {
    title: 'a recording that begins with its tables and breaks off',
    make: async () => (await sampleClip('long-start.mp4')).subarray(0, 4_000),
    ...damaged,
  },
  {
    title: 'a codec that few browsers play',
    make: () => sampleClip('ac3.m4a'),
    ...notPlayed,
  },
];

const html = Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(2_000)}`);
const gif = Buffer.concat([bytes('GIF89a'), zeros(2_000)]);

/** The first box of an MP4 file. */
async function start(): Promise<Buffer> {
  const clip = await sampleClip('a.m4a');
  return clip.subarray(0, clip.readUInt32BE(0));
}

function box(name: string, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(name, 4, 'latin1');
  return head;
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function zeros(length: number): Buffer {
  return Buffer.alloc(length);
}

function repeat(piece: Buffer, count: number): Buffer {
  return Buffer.alloc(piece.length * count, piece);
}
