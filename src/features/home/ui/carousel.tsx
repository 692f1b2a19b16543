import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** Milliseconds between two slides. */
  autoplayDelay: number;
  slideClass: string;
  /** How many slides fit side by side. With more, the buttons are there from the first paint. */
  maxInView: number;
}

/**
 * Slides that advance automatically (document/carousel.ts). Until its script loads, they scroll
 * natively.
 */
export const Carousel = ({
  label,
  slides,
  autoplayDelay,
  slideClass,
  maxInView,
}: CarouselProps) => (
  <section data-carousel={autoplayDelay} aria-roledescription="carousel" aria-label={label}>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
    <div
      data-carousel-viewport=""
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the native scroller works with the keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      className="scrollbar-none -mx-(--gutter) overflow-x-auto sm:-mx-2.5"
    >
      <ul data-carousel-list="" className="flex [touch-action:pan-y] justify-center-safe">
        {slides.map((slide, index) => (
          <li
            key={slide.key}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            className={classNames('min-w-0 shrink-0 px-1 sm:px-2.5', slideClass)}
          >
            {slide.content}
          </li>
        ))}
      </ul>
    </div>
    <div
      data-carousel-controls=""
      className={classNames(
        'mt-6 flex justify-end gap-1 plain:hidden',
        slides.length <= maxInView && 'invisible',
      )}
    >
      <IconButton label="Previous slide" data-carousel-previous="">
        <ChevronLeft className="size-5" strokeWidth={1.5} />
      </IconButton>
      <IconButton label="Pause slides" data-carousel-pause="" className="group/pause">
        <Pause className="size-4 group-data-[paused=true]/pause:hidden" strokeWidth={1.5} />
        <Play className="hidden size-4 group-data-[paused=true]/pause:block" strokeWidth={1.5} />
      </IconButton>
      <IconButton label="Next slide" data-carousel-next="">
        <ChevronRight className="size-5" strokeWidth={1.5} />
      </IconButton>
    </div>
  </section>
);
