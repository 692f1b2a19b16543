import createEmbla, { type EmblaCarouselType } from 'embla-carousel';
import Autoplay from 'embla-carousel-autoplay';
import { whileVisible } from './while-visible.ts';

function find<Found extends HTMLElement = HTMLElement>(root: Element, name: string): Found {
  const found = root.querySelector<Found>(`[data-carousel-${name}]`);
  if (!found) throw new Error(`The carousel has no ${name}.`);
  return found;
}

/**
 * Moves the slides of a `[data-carousel]`. Hovering pauses them until the pointer leaves; a touch, a
 * key or the focus stops them for good. If all slides fit, they do not move and have no buttons.
 */
export function moveSlides(root: HTMLElement): void {
  const viewport = find(root, 'viewport');
  const list = find(root, 'list');
  const controls = find(root, 'controls');
  const pause = find(root, 'pause');
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Starts at the slide that the visitor has scrolled to.
  const slideWidth = list.firstElementChild?.clientWidth || 1;
  const startIndex = Math.round(viewport.scrollLeft / slideWidth);
  viewport.scrollLeft = 0;
  viewport.classList.replace('overflow-x-auto', 'overflow-hidden');
  for (const name of ['tabindex', 'role', 'aria-label']) viewport.removeAttribute(name);

  const autoplay = Autoplay({ delay: Number(root.dataset.carousel), playOnInit: false });
  const embla = createEmbla(
    viewport,
    { loop: true, align: 'start', startIndex, duration: reducesMotion ? 0 : 36 },
    [autoplay],
  );
  const isMovable = () => embla.scrollSnapList().length > 1;
  let isPaused = reducesMotion;
  let isHeld = false;
  let isVisible = false;

  function update(): void {
    const isPlaying = isMovable() && isVisible && !isPaused && !isHeld;
    // The plugin is not initialized if all slides fit.
    if (isMovable() && isPlaying !== autoplay.isPlaying()) {
      if (isPlaying) autoplay.play();
      else autoplay.stop();
    }
    controls.hidden = !isMovable();
    list.ariaLive = isPlaying ? 'off' : 'polite';
    pause.ariaLabel = isPaused ? 'Play slides' : 'Pause slides';
    pause.dataset.paused = String(isPaused);
  }
  const hold = (value: boolean) => () => {
    isHeld = value;
    update();
  };

  embla.on('reInit', update);
  whileVisible(root, (value) => {
    isVisible = value;
    update();
  });
  for (const kind of ['pointerenter', 'pointerdown', 'focusin']) {
    root.addEventListener(kind, hold(true));
  }
  root.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') hold(false)();
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    hold(true)();
    step(embla, event.key === 'ArrowLeft' ? 'previous' : 'next');
  });
  find(root, 'previous').addEventListener('click', () => step(embla, 'previous'));
  find(root, 'next').addEventListener('click', () => step(embla, 'next'));
  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    if (!isPaused) isHeld = false;
    update();
  });
  controls.classList.remove('invisible');
  update();
}

function step(embla: EmblaCarouselType, direction: 'previous' | 'next'): void {
  if (direction === 'next') embla.scrollNext();
  else embla.scrollPrev();
}
