import { z } from '#rules/zod.ts';
import { FilmError, runFfmpeg } from './run-ffmpeg.ts';

/** A film on this machine. The format is that of its content, so that no other is tried. */
export interface FilmFile {
  path: string;
  format: 'mov' | 'matroska';
}

interface ProbeOptions {
  folder: string;
  signal: AbortSignal;
}

/** More tracks than a camera or an editor writes, and more lines than describe them. */
const maxTracks = 16;
const maxLines = 5_000;

/** The largest picture that is decoded: 8K. */
const maxPixels = 7680 * 4320;

const probeMs = 60_000;

const whenKnown = z.coerce.number().positive().optional().catch(undefined);

const track = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  color_transfer: z.string().optional(),
  channels: z.int().optional(),
  duration: whenKnown,
  nb_frames: whenKnown,
  disposition: z.object({ attached_pic: z.int().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});

const description = z.object({
  streams: z.array(track).default([]),
  format: z.object({ duration: whenKnown }).default({ duration: undefined }),
});

type Track = z.output<typeof track>;

/** What decides how a film is converted. */
export interface FilmFacts {
  video: { index: number; width: number; height: number; isHdr: boolean; frames?: number };
  /** The first track with sound. */
  audio: { index: number; channels: number } | undefined;
  /** Missing in recordings that a browser made. */
  seconds: number | undefined;
  /** Whether every browser plays its tracks as they are. */
  isUniversal: boolean;
}

/** The arguments that open a file and nothing else: no network, no lists of files, no other format. */
export const inputOf = ({ path, format }: FilmFile) => [
  ...['-protocol_whitelist', 'file', '-f', format],
  ...['-i', `file:${path}`],
];

/** Reads the headers of a film. Throws a FilmError if they are not those of a film. */
export async function probeFilm(film: FilmFile, options: ProbeOptions): Promise<FilmFacts> {
  const lines: string[] = [];
  const args = ['-of', 'json', '-show_streams', '-show_format', ...inputOf(film)];
  await runFfmpeg('ffprobe', args, {
    ...options,
    timeoutMs: probeMs,
    onLine: (line) => lines.length < maxLines && lines.push(line),
  });
  const { streams, format } = parse(lines.join('\n'));
  if (streams.length > maxTracks) {
    throw new FilmError(`It has ${streams.length} tracks. Export it with one for the picture.`);
  }
  const video = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && !disposition?.attached_pic,
  );
  if (!video) throw new FilmError('It has no picture.');
  const audio = streams.find(({ codec_type: type, channels }) => type === 'audio' && channels);
  const { width, height } = sizeOf(video);
  return {
    video: {
      index: video.index,
      width,
      height,
      isHdr: ['smpte2084', 'arib-std-b67'].includes(video.color_transfer ?? ''),
      ...(video.nb_frames && { frames: video.nb_frames }),
    },
    audio: audio && { index: audio.index, channels: audio.channels ?? 2 },
    seconds: format.duration ?? video.duration,
    isUniversal: isUniversal(video, audio),
  };
}

function parse(text: string) {
  try {
    return description.parse(JSON.parse(text));
  } catch {
    throw new FilmError('Its headers can’t be read.');
  }
}

/** Returns the size of the picture as it is shown: upright, with square pixels. */
function sizeOf({ width = 0, height = 0, sample_aspect_ratio: ratio, ...video }: Track) {
  if (width < 2 || height < 2) throw new FilmError('It has no picture.');
  if (width * height > maxPixels) throw new FilmError('Its picture is larger than 8K.');
  const [across = 1, down = 1] = (ratio ?? '').split(':').map(Number);
  const stretch = across > 0 && down > 0 ? across / down : 1;
  const shown = { width: width * Math.min(Math.max(stretch, 0.1), 10), height };
  return rotationOf(video) % 180 === 0 ? shown : { width: shown.height, height: shown.width };
}

const rotationOf = ({ side_data_list: notes = [] }: Pick<Track, 'side_data_list'>) =>
  notes.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;

/** The longest sides of the best rendition. */
const best = { short: 1080, long: 1920 };

/** H.264 with 8 bits and AAC, upright, at most 1080p. */
function isUniversal(video: Track, audio: Track | undefined): boolean {
  const { width = 0, height = 0, codec_name: codec, pix_fmt: pixels } = video;
  const isPictureFine = codec === 'h264' && (pixels === 'yuv420p' || pixels === 'yuvj420p');
  const isSoundFine = !audio || (audio.codec_name === 'aac' && (audio.channels ?? 0) <= 2);
  const isSmall = Math.min(width, height) <= best.short && Math.max(width, height) <= best.long;
  const isEven = width % 2 === 0 && height % 2 === 0;
  return isPictureFine && isSoundFine && isSmall && isEven && rotationOf(video) === 0;
}

/** Returns the even size of a rendition that is at most this large and keeps the proportions. */
export function fitInto(
  { width, height }: { width: number; height: number },
  { short, long } = best,
): { width: number; height: number } {
  const scale = Math.min(1, short / Math.min(width, height), long / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
