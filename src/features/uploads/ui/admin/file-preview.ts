import { type FilmForecast, forecast } from '#features/uploads/rules/film-forecast.ts';

/**
 * Returns an object URL for a picture; undefined if the browser cannot show it. Revoke it after
 * use.
 */
export async function previewPicture(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return url;
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
}

/** What the browser can read from a video before the upload. */
interface VideoFacts {
  durationSeconds: number | undefined;
  /** A still from the video, as JPEG. */
  poster: Blob | undefined;
}

/** The position of the still in seconds, after a black opening. */
const posterAt = 1;

/** The maximum width of a poster in pixels, and its JPEG quality from 0 to 1. */
const posterWidth = 1280;
const posterQuality = 0.82;

/** A browser may never report that it cannot play a video. In milliseconds. */
const readTimeoutMs = 15_000;

/** Reads the headers of a video. Returns what becomes of it after the upload. Never rejects. */
export async function readForecast(file: Blob): Promise<FilmForecast> {
  const { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
  const formats = [MP4, QTFF, WEBM, MATROSKA];
  const input = new Input({ formats, source: new BlobSource(file) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    return forecast({
      isMp4: (await input.getFormat()) === MP4,
      video: video ? await video.getCodec() : undefined,
      audio: audio ? await audio.getCodec() : undefined,
      width: (await video?.getDisplayWidth()) ?? 0,
      height: (await video?.getDisplayHeight()) ?? 0,
      isHdr: (await video?.hasHighDynamicRange()) ?? false,
      seconds: (await input.getDurationFromMetadata()) ?? undefined,
    });
  } catch {
    return { kind: 'damaged' };
  } finally {
    input.dispose();
  }
}

/** Reads the length and a still of a video, as far as the browser can play it. Never rejects. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts> {
  const facts: VideoFacts = { durationSeconds: undefined, poster: undefined };
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  const given = AbortSignal.timeout(readTimeoutMs);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.src = url;
    await untilEvent(video, 'loadeddata', given);
    facts.durationSeconds = await readDuration(video, given);
    await seek(video, Math.min(posterAt, (facts.durationSeconds ?? 0) / 2), given);
    facts.poster = await drawFrame(video);
  } catch {
    // Keeps what was read so far.
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
  return facts;
}

/**
 * Reads the duration. Recordings made in a browser have none until the video has seeked to its end.
 */
async function readDuration(video: HTMLVideoElement, given: AbortSignal): Promise<number> {
  if (video.duration === Number.POSITIVE_INFINITY) {
    await seek(video, Number.MAX_SAFE_INTEGER, given);
  }
  return Number.isFinite(video.duration) ? video.duration : video.currentTime;
}

async function seek(video: HTMLVideoElement, seconds: number, given: AbortSignal): Promise<void> {
  const sought = untilEvent(video, 'seeked', given);
  video.currentTime = seconds;
  await sought;
}

function untilEvent(video: HTMLVideoElement, name: string, given: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const once = { once: true, signal: given };
    video.addEventListener(name, () => resolve(), once);
    video.addEventListener('error', () => reject(video.error), once);
    given.addEventListener('abort', () => reject(given.reason), { once: true });
  });
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, posterWidth / videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', posterQuality),
  );
}
