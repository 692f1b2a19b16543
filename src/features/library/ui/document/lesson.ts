import { onDomReady } from '#document/on-dom-ready.ts';
import { checkVideo, chooseSource, watchSaveData } from '#features/uploads/ui/index.ts';

/* Stores how far the films of a lesson are, and renews the addresses of films that stay open for long. */

/** How often the position is stored while a film plays, in milliseconds. */
const intervalMs = 15_000;

/** How long after a renewal the next one may follow, in milliseconds. */
const renewalPauseMs = 10_000;

/** Several films count as one that is as long as all of them. */
function watchFilms(frame: HTMLElement): void {
  const { token = '', lesson = '', seconds = '0' } = frame.dataset;
  const films = [...frame.querySelectorAll('video')];
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  let current = films[0];
  let furthest = 0;
  let reportedAt = 0;
  const renewedAt = new WeakMap<HTMLVideoElement, number>();
  /** Whether anything was played since the last report. */
  let isNew = false;

  /** Returns the length of all films, or NaN before it is known. */
  const lengthOf = (some: HTMLVideoElement[]) =>
    some.reduce((total, { duration }) => total + duration, 0);
  const startOf = (film: HTMLVideoElement) => lengthOf(films.slice(0, films.indexOf(film)));

  function describe(): string | undefined {
    const length = Math.floor(lengthOf(films));
    if (!current || !isNew || !(length >= 1 && Number.isFinite(length))) return undefined;
    const isOver = current === films.at(-1) && current.ended;
    const position = isOver ? 0 : Math.floor(startOf(current) + current.currentTime);
    return JSON.stringify({
      token,
      lesson,
      length,
      seconds: Math.min(position, length),
      furthest: Math.min(isOver ? length : Math.floor(furthest), length),
    });
  }

  async function report(): Promise<void> {
    const body = describe();
    if (body === undefined) return;
    isNew = false;
    reportedAt = performance.now();
    const headers = { 'Content-Type': 'application/json' };
    // Outlives the page. Without an answer, the next report says the same.
    const request = { method: 'POST', headers, body, keepalive: true };
    const answer = await fetch('/api/library/progress', request).catch(() => undefined);
    const { is_done: isDone } = answer?.ok ? await answer.json() : {};
    if (!isDone) return;
    find('[data-done]')?.removeAttribute('hidden');
    find('[data-not-done]')?.setAttribute('hidden', '');
  }

  /** Plays a film on from the same position with the address of a new page: an address is valid for a day. */
  async function renew(film: HTMLVideoElement): Promise<void> {
    const at = Number(film.dataset.at ?? 0);
    const now = performance.now();
    const mayHelp = now - (renewedAt.get(film) ?? -renewalPauseMs) >= renewalPauseMs;
    renewedAt.set(film, now);
    const answer = mayHelp ? await fetch(location.href).catch(() => undefined) : undefined;
    const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
    const selector = `[data-film="${film.dataset.film}"]`;
    const renewed = page.querySelector<HTMLVideoElement>(selector);
    const source = renewed?.getAttribute('src');
    const failed = film.parentElement?.querySelector<HTMLElement>('[data-failed]');
    if (failed) failed.hidden = source != null;
    if (source == null) return;
    Object.assign(film.dataset, { ...renewed?.dataset, full: source.replace(/#.*/, '') });
    film.src = chooseSource(film);
    film.currentTime = at;
    if (film.dataset.plays) film.play().catch(() => undefined);
  }

  /** Continues in one of several films. A single one starts by the fragment of its address. */
  function goOn(): void {
    const at = Number(seconds);
    if (films.length < 2 || at === 0 || isNew) return;
    const film = films.findLast((each) => startOf(each) <= at);
    if (!film || film.currentTime > 0 || Number.isNaN(startOf(film))) return;
    film.currentTime = at - startOf(film);
  }

  for (const film of films) {
    film.addEventListener('loadedmetadata', goOn);
    film.addEventListener('loadedmetadata', () => checkVideo(film));
    film.addEventListener('play', () => {
      film.dataset.plays = '1';
      for (const other of films) if (other !== film) other.pause();
    });
    film.addEventListener('pause', () => {
      if (!film.error) delete film.dataset.plays;
    });
    film.addEventListener('timeupdate', () => {
      if (film.currentTime === 0) return;
      film.dataset.at = String(film.currentTime);
      if (film.paused && !film.ended) return;
      [current, isNew] = [film, true];
      furthest = Math.max(furthest, startOf(film) + film.currentTime);
      if (performance.now() - reportedAt > intervalMs) void report();
    });
    film.addEventListener('ended', () => void report());
    film.addEventListener('error', () => void renew(film));
    // It may have failed before this script.
    if (film.error) void renew(film);
    else checkVideo(film);
  }
  document.addEventListener('visibilitychange', () => document.hidden && report());
}

onDomReady(() => {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-films]')) watchFilms(frame);
  watchSaveData();
});
