/** Whether a press opens a link in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Plays a video where its picture stands, `[data-video]`, and not at its own address. */
function playVideo(event: MouseEvent): void {
  const { target } = event;
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-video]') : null;
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  const video = document.createElement('video');
  Object.assign(video, {
    ...{ controls: true, playsInline: true, preload: 'metadata', src: link.href },
    // The version of the picture that is there already.
    poster: link.querySelector('img')?.currentSrc ?? '',
    ...{ width: 1280, height: 720, className: link.dataset.video },
    ariaLabel: link.dataset.title,
  });
  link.hidden = true;
  link.after(video);
  video.focus();
  // Within the press, or browsers would not play with sound. Its controls are there in any case.
  video.play().catch(() => undefined);
}

/** Whether a browser has given a video up, or plays its sound and has no picture of it. A lost line is neither. */
const cannotPlay = ({ error, readyState, videoWidth }: HTMLVideoElement): boolean =>
  error === null
    ? readyState >= HTMLMediaElement.HAVE_METADATA && videoWidth === 0
    : error.code !== MediaError.MEDIA_ERR_NETWORK;

/** Offers a video that the browser cannot play as a file. */
export function checkVideo(target: EventTarget | null): void {
  if (!(target instanceof HTMLVideoElement) || target.hidden || !cannotPlay(target)) return;
  const notice = document.createElement('div');
  notice.className = 'video-notice';
  const said = Object.assign(document.createElement('p'), {
    ...{ role: 'alert', textContent: 'This browser can’t play this video.' },
  });
  const link = Object.assign(document.createElement('a'), {
    ...{ href: target.src, download: '', textContent: `Download ${target.ariaLabel}` },
  });
  notice.append(said, link);
  target.hidden = true;
  target.after(notice);
}

/** Plays videos on a press, and looks after those that cannot be played. Returns what ends it. */
export function watchVideos(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('click', playVideo, { signal });
  for (const kind of ['error', 'loadedmetadata']) {
    document.addEventListener(kind, ({ target }) => checkVideo(target), { capture: true, signal });
  }
  // Some may have failed already.
  for (const video of document.querySelectorAll('video')) checkVideo(video);
  return () => ending.abort();
}
