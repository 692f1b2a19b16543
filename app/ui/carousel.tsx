import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

type Embla = NonNullable<UseEmblaCarouselType[1]>;

const options: Parameters<typeof useEmblaCarousel>[0] = {
  loop: true,
  align: 'start',
  duration: 36,
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  watchDrag: canScroll,
};

/** Whether there are more slides than fit. */
function canScroll(embla: Embla): boolean {
  return embla.scrollSnapList().length > 1;
}

interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** Milliseconds between two slides. */
  autoplayDelay: number;
  /** The slide's width, as classes. */
  slideClass: string;
}

/**
 * Slides that go round. They move on by themselves until somebody takes an
 * interest: a pointer over them holds them until it leaves, a touch, a key or the
 * focus stops them, and the pause button stops them for good. Where all of them fit
 * they stand still, without buttons. Without JavaScript they are a row to scroll.
 */
export function Carousel({ label, slides, autoplayDelay, slideClass }: CarouselProps) {
  const [plugins] = useState(() => [Autoplay({ delay: autoplayDelay, playOnInit: false })]);
  const [viewport, embla] = useEmblaCarousel(options, plugins);
  // Made anew by every measurement: with it the plugin is set up anew, and stands.
  const [measured, setMeasured] = useState<{ canScroll: boolean }>();
  const [isPaused, setIsPaused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const [isOnScreen, setIsOnScreen] = useState(false);

  useEffect(() => {
    if (!embla) return;
    const measure = () => setMeasured({ canScroll: canScroll(embla) });
    measure();
    embla.on('reInit', measure);
    return () => {
      embla.off('reInit', measure);
    };
  }, [embla]);

  useEffect(() => {
    if (!embla) return;
    setIsPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);
    const observer = new IntersectionObserver(([entry]) =>
      setIsOnScreen(entry?.isIntersecting ?? false),
    );
    observer.observe(embla.rootNode());
    return () => observer.disconnect();
  }, [embla]);

  const isPlaying = isOnScreen && !isPaused && !isHeld;
  useEffect(() => {
    // The plugin is not set up, and must not be played, where all slides fit.
    if (!embla || !measured?.canScroll || !isPlaying) return;
    const { autoplay } = embla.plugins();
    autoplay.play();
    return autoplay.stop;
  }, [embla, measured, isPlaying]);

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
          measured?.canScroll && 'cursor-grab active:cursor-grabbing',
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
      {measured?.canScroll !== false && (
        <div className={classNames('mt-6 flex justify-end gap-1', !measured && 'invisible')}>
          <IconButton label="Previous slide" onClick={() => embla?.scrollPrev()}>
            <ChevronLeft aria-hidden className="size-5" strokeWidth={1.5} />
          </IconButton>
          <IconButton
            label={isPaused ? 'Play slides' : 'Pause slides'}
            onClick={() => {
              setIsPaused(!isPaused);
              if (isPaused) setIsHeld(false);
            }}
          >
            {isPaused ? (
              <Play aria-hidden className="size-4" strokeWidth={1.5} />
            ) : (
              <Pause aria-hidden className="size-4" strokeWidth={1.5} />
            )}
          </IconButton>
          <IconButton label="Next slide" onClick={() => embla?.scrollNext()}>
            <ChevronRight aria-hidden className="size-5" strokeWidth={1.5} />
          </IconButton>
        </div>
      )}
    </section>
  );
}
