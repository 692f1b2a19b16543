import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatLength } from '#rules/measures.ts';
import { type FilmFacts, type FilmFile, fitInto, inputOf, probeFilm } from './probe-film.ts';
import { FilmError, runFfmpeg } from './run-ffmpeg.ts';

export interface Rendition {
  /** In whole seconds. */
  seconds: number;
  /** Files of this machine. Without `small`, the best rendition is small already. */
  best: string;
  small: string | undefined;
  poster: string;
}

interface ConvertOptions {
  /** An empty folder for the results. */
  folder: string;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

/** The bit rates of pictures and sound that bound a rendition, in bits per second. */
const bestRates = { video: 4_000_000, audio: 128_000, quality: 23 };
const smallRates = { video: 550_000, audio: 64_000, quality: 26 };

/** The longest sides of the rendition that saves data. */
const smallSides = { short: 360, long: 640 };

/** The size of a poster, and where in the film it is, in seconds. */
const posterSides = { short: 720, long: 1280 };
const posterAt = 1;

const minuteMs = 60_000;

/** How long the conversion of a film of this length may take. */
const timeLimit = (seconds: number | undefined) =>
  seconds === undefined
    ? 120 * minuteMs
    : Math.min(10 * minuteMs + 20_000 * seconds, 360 * minuteMs);

/** How much longer or shorter a rendition may be, in seconds: films end between two frames. */
const maxDifference = (seconds: number) => Math.max(1, seconds * 0.02);

/**
 * Makes the renditions of a film and its poster, and checks them. A film that every browser plays is
 * copied without loss. Throws a FilmError.
 */
export async function convertFilm(
  film: FilmFile,
  { folder, signal, onPercent }: ConvertOptions,
): Promise<Rendition> {
  const probing = { folder, signal };
  const facts = await probeFilm(film, probing);
  const best = path.join(folder, 'best.mp4');
  const small = isSmall(facts) ? undefined : path.join(folder, 'small.mp4');
  const toArgs = facts.isUniversal ? copy : encode;
  const outputs = [
    ...toArgs(facts, bestRates, fitInto(facts.video)),
    ...(await sizeLimit(film, facts)),
    best,
    ...(small ? [...encode(facts, smallRates, fitInto(facts.video, smallSides)), small] : []),
  ];
  const args = ['-nostdin', '-progress', 'pipe:1', '-threads', '2', ...inputOf(film), ...outputs];
  await runFfmpeg('ffmpeg', args, {
    ...probing,
    timeoutMs: timeLimit(facts.seconds),
    onLine(line) {
      const [, micros] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (micros && facts.seconds)
        onPercent(Math.min(99, Math.floor(Number(micros) / 1e4 / facts.seconds)));
    },
  });
  const made = await checkRendition(best, facts, probing);
  if (small) await checkRendition(small, facts, probing);
  const poster = await drawPoster(best, made, probing);
  return { seconds: Math.max(1, Math.round(made.seconds ?? 0)), best, small, poster };
}

const isSmall = ({ video: { width, height } }: FilmFacts) =>
  Math.min(width, height) <= smallSides.short && Math.max(width, height) <= smallSides.long;

/** Bounds the best rendition in bytes: a copy by its film, others by their bit rates. */
async function sizeLimit(film: FilmFile, { seconds, isUniversal }: FilmFacts): Promise<string[]> {
  const rates = (bestRates.video + bestRates.audio) / 8;
  const bytes = isUniversal
    ? (await stat(film.path)).size * 1.05
    : (seconds ?? 3_600) * rates * 1.25;
  return ['-fs', String(Math.ceil(bytes) + 4 * 1024 ** 2)];
}

/** One track of pictures and one of sound, without anything about the device or the place. */
const select = ({ video, audio }: FilmFacts) => [
  ...['-map', `0:${video.index}`, ...(audio ? ['-map', `0:${audio.index}`] : [])],
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
];

const copy = (facts: FilmFacts) => [...select(facts), '-c', 'copy'];

/** Brings the wide range of a phone's HDR film to that of every screen. */
const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** The decoder turns pictures upright. */
const encode = (
  facts: FilmFacts,
  { video, audio, quality }: typeof bestRates,
  { width, height }: { width: number; height: number },
) => [
  ...select(facts),
  '-vf',
  [
    `scale=${width}:${height}`,
    'setsar=1',
    ...(facts.video.isHdr ? [toneMap] : []),
    'format=yuv420p',
  ].join(','),
  ...['-fpsmax', '60', '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
  ...['-crf', `${quality}`, '-maxrate', `${video}`, '-bufsize', `${2 * video}`],
  ...(facts.audio
    ? [
        '-c:a',
        'aac',
        '-b:a',
        `${audio}`,
        '-ar',
        '48000',
        '-ac',
        `${Math.min(facts.audio.channels, 2)}`,
      ]
    : []),
];

/** Throws a FilmError unless a rendition has the tracks and the length of its film. */
async function checkRendition(
  file: string,
  source: FilmFacts,
  options: { folder: string; signal: AbortSignal },
): Promise<FilmFacts> {
  const facts = await probeFilm({ path: file, format: 'mov' }, options);
  if (facts.video.frames === 1) throw new FilmError('It is a single picture.');
  if (!facts.isUniversal || Boolean(facts.audio) !== Boolean(source.audio)) {
    throw new FilmError('Its tracks can’t be converted.');
  }
  const { seconds = 0 } = facts;
  if (source.seconds && Math.abs(seconds - source.seconds) > maxDifference(source.seconds)) {
    const lengths = `${formatLength(seconds)} of ${formatLength(source.seconds)}`;
    throw new FilmError(`It is damaged: only ${lengths} can be read.`);
  }
  return facts;
}

async function drawPoster(
  best: string,
  { video, seconds = 0 }: FilmFacts,
  options: { folder: string; signal: AbortSignal },
): Promise<string> {
  const poster = path.join(options.folder, 'poster.jpg');
  const { width, height } = fitInto(video, posterSides);
  const args = [
    ...['-nostdin', '-ss', String(Math.min(posterAt, seconds / 2))],
    ...inputOf({ path: best, format: 'mov' }),
    ...['-frames:v', '1', '-vf', `scale=${width}:${height}`, '-q:v', '4'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'image2', '-update', '1', poster],
  ];
  await runFfmpeg('ffmpeg', args, { ...options, timeoutMs: minuteMs, onLine: () => {} });
  return poster;
}
