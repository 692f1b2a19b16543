import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { candlesticks, letters, print, sheets, stroke } from '../draw/drawing.ts';
import { meetingPoint, wander } from './charts.ts';

const width = 1280;
const height = 720;
const framesPerSecond = 24;
const seconds = 10;
const frameCount = framesPerSecond * seconds;
const inks = sheets.dark;

const captions = ['Price asks: how far?', 'Time asks: how long?', 'Read both, then decide.'];
const series = wander(2.1, 30, { left: 110, right: 1170, top: 90, bottom: 530 });

/** Where the level and the moment meet: on a candle of the chart. */
const [x, y] = meetingPoint(series, 22);

/** From 0 to 1 between two moments, in seconds, and gently at both ends. */
function progress(now: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (now - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** One moment of the film, in seconds from its beginning, over a line of text. */
function drawFrame(now: number, caption: string): string {
  const shown = series.flatMap((candle, index) => {
    const grown = progress(now, index * 0.2, index * 0.2 + 0.3);
    if (grown === 0) return [];
    const grow = (value: number) => candle.open + (value - candle.open) * grown;
    const { close, high, low } = candle;
    return [{ ...candle, close: grow(close), high: grow(high), low: grow(low) }];
  });
  const across = progress(now, 1.2, 2.4);
  const down = progress(now, 4, 5.2);
  const ring = progress(now, 7, 8);
  const fade = progress(now % 3.4, 0, 0.5);
  const level =
    across > 0 ? stroke(`M70 ${y}H${Math.round(70 + 1140 * across)}`, inks.line, 2) : '';
  const moment =
    down > 0 ? stroke(`M${x} 60V${Math.round(60 + 500 * down)}`, inks.hairlineStrong, 2) : '';
  const meeting = `<circle cx="${x}" cy="${y}" r="${58 - 14 * ring}" stroke="${inks.line}" stroke-width="4" opacity="${ring}"/>`;
  const words = letters(caption, {
    face: 'display',
    size: 52,
    x: width / 2,
    y: 650,
    color: inks.ink,
    anchor: 'middle',
  });
  return print(
    width,
    height,
    inks,
    'How far, and how long?',
    `${level}${moment}${candlesticks(shown, { width: 18, weight: 2, inks })}${meeting}<g opacity="${fade}">${words}</g>`,
  );
}

/** What the film says at a moment, in seconds. */
const captionAt = (now: number) => captions[Math.min(2, Math.floor(now / 3.4))] ?? '';

/** The still picture that stands before the film: its end, without words where the player's buttons are. */
export const drawPoster = () =>
  sharp(Buffer.from(drawFrame(seconds, '')))
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();

/** Draws the film and has the system's ffmpeg write it as H.264, playable from its first bytes on. */
export async function drawFilm(file: string): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`];
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', ...input, '-r', String(framesPerSecond), '-i', '-'],
      ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '26', '-pix_fmt', 'yuv420p'],
      ...['-movflags', '+faststart', '-fflags', '+bitexact', '-flags:v', '+bitexact', file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'exit');
  for (let frame = 0; frame < frameCount; frame += 1) {
    const now = frame / framesPerSecond;
    const pixels = await sharp(Buffer.from(drawFrame(now, captionAt(now))))
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}
