import { execFile } from 'node:child_process';
import { readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs Debian's ffmpeg. */
export const ffmpeg = (args: string[], cwd: string) =>
  run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd });

const picture = (seconds: number, size = '320x180') => [
  ...['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=${size}:rate=25`],
];
const sound = (seconds: number, frequency = 440) => [
  ...['-f', 'lavfi', '-i', `sine=duration=${seconds}:frequency=${frequency}:sample_rate=44100`],
];

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const aac = ['-c:a', 'aac', '-b:a', '48k'];
const place = ['-metadata', 'location=-26.2041+028.0473/', '-metadata', 'title=At home in Soweto'];
const both = [...picture(2.265), ...sound(2.265)];

/** Two films that every browser plays: with the index at the end, and with it first. */
const usual = [...both, ...h264, ...aac, ...place];

export interface AwkwardFilm {
  /** Its name, whose ending is that of its format. */
  name: string;
  /** The arguments for ffmpeg, one list for each step. The last one writes the film. */
  steps: string[][];
  /** The size of its picture as it is shown. */
  size?: [number, number];
  hasSound?: boolean;
  /** How much of the file is kept. */
  kept?: number;
  /** Why it is refused. */
  refused?: RegExp;
}

/** Films of phones, cameras and editors. */
export const awkwardFilms: Record<string, AwkwardFilm> = {
  'HEVC with 10 bits': {
    name: 'IMG_0037.mov',
    steps: [
      [
        ...[...both, '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
        ...['-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', ...aac, ...place],
        ...['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'],
      ],
    ],
  },
  'held upright': {
    name: 'PXL 2026.mp4',
    steps: [
      [...usual, 'flat.mp4'],
      ['-i', 'flat.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90', ...place],
    ],
    size: [180, 320],
  },
  'a variable frame rate': {
    name: 'screen.mp4',
    steps: [
      [
        ...[...both, '-vf', "select='not(mod(n,5))+lt(n,20)'", '-vsync', 'vfr'],
        ...['-c:v', 'mpeg4', ...aac],
      ],
    ],
  },
  'mono sound': {
    name: 'mono.mov',
    steps: [[...both, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-ac', '1', ...aac]],
  },
  'PCM sound': { name: 'pcm.mov', steps: [[...both, ...h264, '-c:a', 'pcm_s16le']] },
  'VP9 in WebM': {
    name: 'meeting.webm',
    steps: [
      [
        ...[...both, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
        ...['-c:a', 'libopus', ...place],
      ],
    ],
  },
  AV1: {
    name: 'av1.mp4',
    steps: [[...picture(1), ...sound(1), '-c:v', 'libsvtav1', '-preset', '12', ...aac]],
  },
  'no sound': { name: 'silent.mp4', steps: [[...picture(2), ...h264, ...place]], hasSound: false },
  'the index at the end': { name: 'lesson.mp4', steps: [usual] },
  'two tracks of sound': {
    name: 'two.mov',
    steps: [
      [
        ...[...both, ...sound(2.265, 880), '-map', '0', '-map', '1', '-map', '2', ...h264],
        ...['-c:a', 'pcm_s16le'],
      ],
    ],
  },
  'cut off in the middle': {
    name: 'cut.mp4',
    steps: [[...both, ...h264, ...aac, '-movflags', '+faststart']],
    kept: 0.4,
    refused: /^It is damaged: only 0:0[01] of 0:02 can be read\.$/,
  },
  'a still of one frame': {
    name: 'still.mp4',
    steps: [[...picture(1), ...h264, '-frames:v', '1']],
    refused: /^It is a single picture\.$/,
  },
};

/** Makes a film in a folder. Returns its file. */
export async function makeFilm(folder: string, { name, steps, kept }: AwkwardFilm) {
  for (const [index, step] of steps.entries())
    await ffmpeg(index < steps.length - 1 ? step : [...step, name], folder);
  const file = path.join(folder, name);
  if (kept !== undefined) await truncate(file, Math.floor((await readFile(file)).length * kept));
  return file;
}

/** Describes a film as ffprobe reads it. */
export async function describeFilm(file: string) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file];
  const { stdout } = await run('ffprobe', args);
  return JSON.parse(stdout);
}
