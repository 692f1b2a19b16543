import { nameUnplayable, readVideoBoxes } from '#features/uploads/rules/video-boxes.ts';

/** Returns an object URL for a picture, or nothing when the browser cannot show it. Revoke it after use. */
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

/** What the browser can tell of a video before it is sent. */
interface VideoFacts {
  durationSeconds: number | undefined;
  /** A still picture of it, as JPEG. */
  poster: Blob | undefined;
}

/** When the still is taken, in seconds: later than a black beginning. */
const posterAt = 1;

/** The widest a poster is, in pixels, and how good it is, from 0 to 1. */
const posterWidth = 1280;
const posterQuality = 0.82;

/** A browser that cannot play a video may never say so, in milliseconds. */
const patience = 15_000;

/** Returns a warning for a video that many browsers cannot play. Never rejects. */
export async function describeUnplayable(file: Blob): Promise<string | undefined> {
  const read = async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());
  const parts = await readVideoBoxes({ read }, file.size).catch(() => undefined);
  const name = parts && nameUnplayable(parts);
  return (
    name &&
    `This video is in ${name}, which many browsers can’t play. Export it as H.264 so that everyone can watch it. On an iPhone, choose Settings > Camera > Formats > Most Compatible before you record.`
  );
}

/** Reads the length and a still of a video, as far as the browser can play it. Never rejects. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts> {
  const facts: VideoFacts = { durationSeconds: undefined, poster: undefined };
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  const given = AbortSignal.timeout(patience);
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
    // What was read so far is kept.
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
  return facts;
}

/** Recordings made in browsers know their length only after a seek to their end. */
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
