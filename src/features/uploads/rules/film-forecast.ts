import { formatTimeLeft } from '#rules/measures.ts';

/** What the headers of a film say before its upload. */
export type FilmForecast =
  | { kind: 'plays' }
  | { kind: 'damaged' }
  /**
   * `seconds` is how long its conversion takes, if known. `fewPlay`: not only some phones cannot play it as it
   * is, but many browsers.
   */
  | { kind: 'converts'; seconds: number | undefined; fewPlay: boolean };

/** The conversion of a second of 1080p takes about this long on two cores, in seconds. */
const secondsOf1080p = 0.9;

export interface FilmHeaders {
  isMp4: boolean;
  /** Codecs by their usual names, or null for others; undefined without that track. */
  video: string | null | undefined;
  audio: string | null | undefined;
  width: number;
  height: number;
  isHdr: boolean;
  seconds: number | undefined;
}

/** Returns what becomes of a film after its upload. */
export function forecast(film: FilmHeaders): FilmForecast {
  const { video, audio, width, height, isHdr, seconds } = film;
  if (video === undefined) return { kind: 'damaged' };
  const isSmall = Math.min(width, height) <= 1080 && Math.max(width, height) <= 1920;
  const isSound = audio === undefined || audio === 'aac';
  if (film.isMp4 && video === 'avc' && isSound && isSmall && !isHdr) return { kind: 'plays' };
  const effort = Math.max(0.1, (width * height) / (1920 * 1080)) * (isHdr ? 3 : 1);
  return {
    kind: 'converts',
    seconds: seconds && seconds * secondsOf1080p * effort,
    fewPlay: !['avc', 'vp8', 'vp9', 'av1'].includes(video ?? ''),
  };
}

/** Says what becomes of a film after its upload, on a server that converts films or not. */
export function describeForecast(forecasted: FilmForecast, isConverting: boolean): string {
  if (forecasted.kind === 'plays') return 'Plays on every phone.';
  if (forecasted.kind === 'damaged') return 'This file is damaged. Export it again as MP4.';
  if (!isConverting) {
    return `${forecasted.fewPlay ? 'Many browsers' : 'Some phones'} can’t play this video. Export it as H.264 so that everyone can watch it. On an iPhone, choose Settings > Camera > Formats > Most Compatible before you record.`;
  }
  const { seconds } = forecasted;
  return `The server converts it for phones once you have saved it${seconds ? `, in ${formatTimeLeft(seconds)}` : ''}.`;
}
