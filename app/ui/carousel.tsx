import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

const options: EmblaOptionsType = {
  loop: true,
  align: 'start',
  duration: 36,
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  watchDrag: canScroll,
};

function canScroll(embla: EmblaCarouselType): boolean {
  return embla.scrollSnapList().length > 1;
}

/** Slides that come within this distance of the screen make their engine come, in pixels. */
const nearPixels = 200;

/**
 * Returns what moves the slides of a viewport, and how to take a step. It comes when they are near
 * the screen or a step is asked for; until then the viewport scrolls by itself, and steps wait.
 */
function useEmbla() {
  const viewport = useRef<HTMLDivElement>(null);
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const waitingSteps = useRef<(1 | -1)[]>([]);
  const load = useRef(() => {});

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let created: EmblaCarouselType | undefined;
    let isGone = false;
    load.current = () => {
      import('embla-carousel').then(
        ({ default: createEmbla }) => {
          if (isGone || created) return;
          // Where the visitor has scrolled to is where it begins.
          const { scrollLeft, firstElementChild: list } = element;
          const slideWidth = list?.firstElementChild?.clientWidth || 1;
          created = createEmbla(element, options);
          element.scrollLeft = 0;
          created.scrollTo(Math.round(scrollLeft / slideWidth), true);
          for (const direction of waitingSteps.current.splice(0)) step(created, direction);
          setEmbla(created);
        },
        // Without an answer the next step tries again.
        () => {},
      );
    };
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && load.current(),
      { rootMargin: `${nearPixels}px` },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      created?.destroy();
    };
  }, []);

  function takeStep(direction: 1 | -1): void {
    if (embla) {
      step(embla, direction);
    } else {
      waitingSteps.current.push(direction);
      load.current();
    }
  }
  return { viewport, embla, takeStep };
}

function step(embla: EmblaCarouselType, direction: 1 | -1): void {
  if (direction === 1) embla.scrollNext();
  else embla.scrollPrev();
}

interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** Milliseconds between two slides. */
  autoplayDelay: number;
  slideClass: string;
  /** So many slides fit at most: with more than these there are buttons from the first paint on. */
  mostInView: number;
}

/**
 * Slides that move on by themselves: a pointer over them holds them until it leaves; a touch, a key
 * or the focus stops them. Where all of them fit they stand still, without buttons.
 */
export function Carousel({ label, slides, autoplayDelay, slideClass, mostInView }: CarouselProps) {
  const { viewport, embla, takeStep } = useEmbla();
  /** Whether there are more slides than fit; unknown until it is measured. */
  const [isMovable, setIsMovable] = useState<boolean>();
  const [isPaused, setIsPaused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const [isOnScreen, setIsOnScreen] = useState(false);

  useEffect(() => {
    if (!embla) return;
    const measure = () => setIsMovable(canScroll(embla));
    measure();
    embla.on('reInit', measure);
    setIsPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);
    const observer = new IntersectionObserver(([entry]) =>
      setIsOnScreen(entry?.isIntersecting ?? false),
    );
    observer.observe(embla.rootNode());
    return () => {
      embla.off('reInit', measure);
      observer.disconnect();
    };
  }, [embla]);

  const isPlaying = isOnScreen && !isPaused && !isHeld;
  useEffect(() => {
    if (!embla || !isMovable || !isPlaying) return;
    const timer = setInterval(() => document.hidden || embla.scrollNext(), autoplayDelay);
    return () => clearInterval(timer);
  }, [embla, isMovable, isPlaying, autoplayDelay]);

  const PlayIcon = isPaused ? Play : Pause;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    setIsHeld(true);
    takeStep(event.key === 'ArrowLeft' ? -1 : 1);
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={() => setIsHeld(true)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerDown={() => setIsHeld(true)}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') setIsHeld(false);
      }}
    >
      <div
        ref={viewport}
        // The browser's own scroller is worked by keyboard too.
        {...(!embla && { tabIndex: 0, role: 'group', 'aria-label': label })}
        className={classNames(
          'scrollbar-none -mx-2 sm:-mx-2.5',
          embla ? 'overflow-hidden' : 'overflow-x-auto',
          isMovable && 'cursor-grab active:cursor-grabbing',
        )}
      >
        <ul className="flex touch-pan-y" aria-live={isPlaying ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <li
              key={slide.key}
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className={classNames('min-w-0 shrink-0 px-2 sm:px-2.5', slideClass)}
            >
              {slide.content}
            </li>
          ))}
        </ul>
      </div>
      {/* Their place is held until it is known whether they are needed. */}
      {isMovable !== false && (
        <div
          className={classNames(
            'mt-6 flex justify-end gap-1',
            isMovable === undefined && slides.length <= mostInView && 'invisible',
          )}
        >
          <IconButton label="Previous slide" onClick={() => takeStep(-1)}>
            <ChevronLeft className="size-5" strokeWidth={1.5} />
          </IconButton>
          <IconButton
            label={isPaused ? 'Play slides' : 'Pause slides'}
            onClick={() => {
              setIsPaused(!isPaused);
              if (isPaused) setIsHeld(false);
            }}
          >
            <PlayIcon className="size-4" strokeWidth={1.5} />
          </IconButton>
          <IconButton label="Next slide" onClick={() => takeStep(1)}>
            <ChevronRight className="size-5" strokeWidth={1.5} />
          </IconButton>
        </div>
      )}
    </section>
  );
}
