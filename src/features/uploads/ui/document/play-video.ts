import { chooseSource } from './save-data.ts';

/** Whether a click opens a link in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Plays a video in place of its poster, `[data-video]`, instead of following the link. */
function playVideo(event: MouseEvent): void {
  const { target } = event;
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-video]') : null;
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  const video = document.createElement('video');
  const { small, captions } = link.dataset;
  if (captions) {
    const track = { kind: 'captions', label: 'Captions', src: captions };
    video.append(Object.assign(document.createElement('track'), track));
  }
  if (small) Object.assign(video.dataset, { small, full: link.getAttribute('href') });
  Object.assign(video, {
    controls: true,
    playsInline: true,
    preload: 'metadata',
    src: small ? chooseSource(video) : link.href,
    // The version of the poster that is already loaded.
    poster: link.querySelector('img')?.currentSrc ?? '',
    width: 1280,
    height: 720,
    className: link.dataset.video,
    ariaLabel: link.dataset.title,
  });
  link.hidden = true;
  link.after(video);
  video.focus();
  // Called during the click, or browsers would block sound. The controls work even if this fails.
  video.play().catch(() => undefined);
}

/**
 * Whether the browser cannot play a video, or plays only its sound. A lost connection does not
 * count.
 */
const cannotPlay = ({ error, readyState, videoWidth }: HTMLVideoElement): boolean =>
  error === null
    ? readyState >= HTMLMediaElement.HAVE_METADATA && videoWidth === 0
    : error.code !== MediaError.MEDIA_ERR_NETWORK;

/** Says that the browser cannot play a video. A public one can be downloaded; others have their own text. */
export function checkVideo(target: EventTarget | null): void {
  if (!(target instanceof HTMLVideoElement) || target.hidden || !cannotPlay(target)) return;
  const own = target.parentElement?.querySelector<HTMLElement>('[data-failed]');
  if (own) {
    own.hidden = false;
    return;
  }
  const notice = document.createElement('div');
  notice.className = 'video-notice';
  const said = Object.assign(document.createElement('p'), {
    role: 'alert',
    textContent: 'This browser can’t play this video.',
  });
  const link = Object.assign(document.createElement('a'), {
    href: target.dataset.full ?? target.src,
    download: '',
    textContent: `Download ${target.ariaLabel}`,
  });
  notice.append(said, link);
  target.hidden = true;
  target.after(notice);
}

/**
 * Plays videos when clicked, and handles those that cannot be played. Returns a function that stops
 * this.
 */
export function watchVideos(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('click', playVideo, { signal });
  for (const kind of ['error', 'loadedmetadata']) {
    document.addEventListener(kind, ({ target }) => checkVideo(target), { capture: true, signal });
  }
  // Some may already have failed.
  for (const video of document.querySelectorAll('video')) checkVideo(video);
  return () => ending.abort();
}
