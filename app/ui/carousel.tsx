import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

const options: Parameters<typeof useEmblaCarousel>[0] = {
  loop: true,
  align: 'start',
  duration: 36,
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  watchDrag: canScroll,
};

function canScroll(embla: NonNullable<UseEmblaCarouselType[1]>): boolean {
  return embla.scrollSnapList().length > 1;
}

interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** Milliseconds between two slides. */
  autoplayDelay: number;
  slideClass: string;
}

/**
 * Slides that move on by themselves: a pointer over them holds them until it leaves; a touch, a key
 * or the focus stops them. Where all of them fit they stand still, without buttons.
 */
export function Carousel({ label, slides, autoplayDelay, slideClass }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel(options);
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
    if (event.key === 'ArrowLeft') embla?.scrollPrev();
    else embla?.scrollNext();
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
            isMovable === undefined && 'invisible',
          )}
        >
          <IconButton label="Previous slide" onClick={() => embla?.scrollPrev()}>
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
          <IconButton label="Next slide" onClick={() => embla?.scrollNext()}>
            <ChevronRight className="size-5" strokeWidth={1.5} />
          </IconButton>
        </div>
      )}
    </section>
  );
}
