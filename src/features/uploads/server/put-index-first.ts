import {
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import pLimit from 'p-limit';
import type { IncomingBytes } from './upload-inbox.ts';

export interface IncomingFilm {
  bytes: IncomingBytes;
  size: number;
  /** `video/mp4` or `video/quicktime`. */
  type: string;
}

/** The bytes that are read ahead and written together. They bound the memory, whatever the film’s size. */
const pieceBytes = 1024 ** 2;

/** One film after the other, for the same reason. */
const inTurn = pLimit(1);

/**
 * Writes an MP4 or QuickTime film to a file with its index first, so that it plays before all of it has
 * arrived. Its pictures and sound are copied, not encoded again. Throws if a track can’t be copied.
 */
export const putIndexFirst = (film: IncomingFilm, file: string): Promise<void> =>
  inTurn(() => copyFilm(film, file));

async function copyFilm({ bytes, size, type }: IncomingFilm, file: string): Promise<void> {
  using input = new Input({
    formats: [MP4, QTFF],
    source: new CustomSource({
      getSize: () => size,
      read: (start, end) => bytes.read(start, end - start),
      prefetchProfile: 'network',
      maxCacheSize: pieceBytes,
    }),
  });
  const options = { fastStart: 'reserve' } as const;
  const output = new Output({
    format: type === 'video/mp4' ? new Mp4OutputFormat(options) : new MovOutputFormat(options),
    target: new FilePathTarget(file, { chunkSize: pieceBytes }),
  });
  try {
    const tracks = await input.getTracks();
    // A damaged film may seem to have none.
    if (!tracks.some((track) => track.isVideoTrack())) throw new Error('A film has no pictures');
    const copies = await Promise.all(tracks.map((track) => addTrack(output, track)));
    await output.start();
    for (let copy = findEarliest(copies); copy; copy = findEarliest(copies)) await copy.advance();
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** A track that is being copied. */
interface TrackCopy {
  /** The next packet; null after the last one. */
  next: EncodedPacket | null;
  advance: () => Promise<void>;
}

/** Returns the track whose next packet is the earliest, so that pictures and sound stay close together. */
function findEarliest(copies: TrackCopy[]): TrackCopy | undefined {
  const at = ({ next }: TrackCopy) => next?.timestamp ?? Number.POSITIVE_INFINITY;
  return copies.filter(({ next }) => next).sort((a, b) => at(a) - at(b))[0];
}

async function addTrack(output: Output, track: InputTrack): Promise<TrackCopy> {
  const sink = new EncodedPacketSink(track);
  const { packetCount } = await track.computePacketStats();
  const add = await openTrack(output, track, packetCount);
  const copy: TrackCopy = {
    next: await sink.getFirstPacket(),
    async advance() {
      if (!copy.next) return;
      await add(copy.next);
      copy.next = await sink.getNextPacket(copy.next);
    },
  };
  return copy;
}

/** Adds a track of the same kind to the output. Returns the function that adds its packets. */
async function openTrack(output: Output, track: InputTrack, maximumPacketCount: number) {
  const shared = { languageCode: await track.getLanguageCode(), maximumPacketCount };
  if (track.isVideoTrack()) {
    const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
    if (!codec || !decoderConfig) throw unknownCodec();
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { ...shared, rotation: await track.getRotation() });
    return (packet: EncodedPacket) => source.add(packet, { decoderConfig });
  }
  if (!track.isAudioTrack()) throw unknownCodec();
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) throw unknownCodec();
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, shared);
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig });
}

const unknownCodec = () => new Error('A track of a film has an unknown codec');
