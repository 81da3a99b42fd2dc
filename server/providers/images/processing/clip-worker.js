import { parentPort, workerData } from 'node:worker_threads';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/*
 * Runs in a thread of its own, which `prepareClip` ends when it takes too long or needs too much memory: what it reads was
 * made by strangers. It is JavaScript, because a thread is started from a file that Node can run as it is.
 */

/** @typedef {import('./prepare-clip.ts').ClipOrder} Order */
/** @typedef {import('./prepare-clip.ts').ClipFault} Fault */
/** @typedef {import('./prepare-clip.ts').PreparedClip} Prepared */
/** @typedef {import('mediabunny').InputAudioTrack} AudioTrack */
/** @typedef {import('mediabunny').InputVideoTrack} VideoTrack */

/** A reason to refuse a file that its sender can do something about. Every other error means that it is damaged. */
class Refusal extends Error {
  /** @param {Fault} fault @param {unknown} [cause] */
  constructor(fault, cause) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/** More than any device records in the longest clip: Opus in frames of 2.5 ms, or 240 pictures a second. */
const packetsPerSecond = 410;
/** The shortest time that one packet of a codec lasts, in samples: a file that says less lies about its duration. */
const samplesPerPacket = new Map([
  ['aac', 1024],
  ['mp3', 576],
]);
/** Players do not show what is larger, and decoding it takes their memory. */
const longestSide = 4_096;
/** What a recording may lack at its end and still count as complete, in seconds: the last packets of some devices are cut. */
const missingEnd = 1;

const soundCodecs = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-u8', 'pcm-s16', 'pcm-s24'];
const videoCodecs = ['avc', 'hevc', 'vp8', 'vp9', 'av1'];

/** @type {Order} */
const order = workerData;
parentPort?.postMessage(await prepare(order).catch(toFault));

/** @param {unknown} error @returns {{ fault: Fault, cause: string }} */
function toFault(error) {
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { fault: error instanceof Refusal ? error.fault : 'damaged', cause };
}

/**
 * Copies the encoded packets of a file into a new one, which has nothing else of it: no tags, place, pictures, other tracks, or
 * bytes between and behind the tracks.
 * @param {Order} order
 * @returns {Promise<Prepared>}
 */
async function prepare({ from, to, maxSeconds }) {
  const source = new FilePathSource(from);
  const input = new Input({ source, formats: [MP4, QTFF, MP3, WAVE, OGG, WEBM] });
  const { name: container } = await input.getFormat().catch((cause) => {
    throw new Refusal('format', cause);
  });
  const sound = await input.getPrimaryAudioTrack();
  const video = await input.getPrimaryVideoTrack();
  const tracks = [sound, video].filter((track) => track !== null);
  // What Ogg can contain beside Opus and Vorbis has no track here: FLAC, Speex, Theora.
  if (tracks.length === 0) throw new Refusal(container === 'Ogg' ? 'codec' : 'damaged');
  const measured = [];
  for (const track of tracks) measured.push(await measure(track, maxSeconds));
  const startsAt = Math.max(0, Math.min(...measured.map(({ start }) => start)));
  const seconds = Math.max(...measured.map(({ end }) => end)) - startsAt;
  if (!(seconds > 0)) throw new Refusal('damaged');
  if (seconds > maxSeconds) throw new Refusal('long');
  const format = outputOf(container, video !== null);
  const output = new Output({ format: format.container, target: new FilePathTarget(to) });
  const copies = [];
  for (const { track, packets } of measured) copies.push(await copyOf(output, track, packets));
  await output.start();
  await Promise.all(copies.map((copy) => copy()));
  await output.finalize();
  input.dispose();
  return {
    format: format.name,
    kind: video ? 'video' : 'sound',
    durationMs: Math.max(1, Math.round(seconds * 1_000)),
    ...(video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }),
  };
}

/** @param {string} container @param {boolean} hasVideo */
function outputOf(container, hasVideo) {
  switch (container) {
    case 'MP3':
      return { name: /** @type {const} */ ('mp3'), container: new Mp3OutputFormat() };
    case 'WAVE':
      return { name: /** @type {const} */ ('wav'), container: new WavOutputFormat() };
    case 'Ogg':
      return { name: /** @type {const} */ ('ogg'), container: new OggOutputFormat() };
    case 'WebM':
      return { name: /** @type {const} */ ('webm'), container: new WebMOutputFormat() };
    // What cameras write as QuickTime has the same tracks as MP4, which more browsers play.
    default:
      return {
        name: hasVideo ? /** @type {const} */ ('mp4') : /** @type {const} */ ('m4a'),
        // What a player needs first stands at the beginning.
        container: new Mp4OutputFormat({ fastStart: 'reserve' }),
      };
  }
}

/**
 * Reads all packets of a track, and believes none of its tables.
 * @param {AudioTrack | VideoTrack} track
 * @param {number} maxSeconds
 */
async function measure(track, maxSeconds) {
  const codec = await track.getCodec();
  const isKnown = codec !== null && [...soundCodecs, ...videoCodecs].includes(codec);
  if (!isKnown) throw new Refusal('codec');
  if (track.isVideoTrack()) {
    const side = Math.max(await track.getCodedWidth(), await track.getCodedHeight());
    if (side > longestSide) throw new Refusal('large');
  }
  let packets = 0;
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets()) {
    packets += 1;
    start = Math.min(start, timestamp);
    end = Math.max(end, timestamp + duration);
    if (end - Math.max(0, start) > maxSeconds || packets > maxSeconds * packetsPerSecond) {
      throw new Refusal('long');
    }
  }
  if (packets === 0) throw new Refusal('damaged');
  if (track.isAudioTrack()) {
    const rate = await track.getSampleRate();
    const least = (packets * (samplesPerPacket.get(codec) ?? 0)) / rate;
    if (least > maxSeconds) throw new Refusal('long');
  }
  const declared = await track.getDurationFromMetadata();
  if (declared !== null && declared - end > missingEnd) throw new Refusal('damaged');
  return { track, packets, start, end };
}

/**
 * @param {Output} output
 * @param {AudioTrack | VideoTrack} track
 * @param {number} packets
 * @returns {Promise<() => Promise<void>>} the copying, for when the output has begun
 */
async function copyOf(output, track, packets) {
  const sink = new EncodedPacketSink(track);
  const options = { maximumPacketCount: packets };
  if (track.isAudioTrack()) {
    const codec = await track.getCodec();
    const decoderConfig = await track.getDecoderConfig();
    if (!codec || !decoderConfig) throw new Refusal('codec');
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source, options);
    return async () => {
      for await (const packet of sink.packets()) await source.add(packet, { decoderConfig });
      source.close();
    };
  }
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig) throw new Refusal('codec');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { ...options, rotation: await track.getRotation() });
  return async () => {
    for await (const packet of sink.packets()) await source.add(packet, { decoderConfig });
    source.close();
  };
}
