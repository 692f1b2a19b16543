import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { createCandlestickAnimation } from './candlestick-animation.ts';

/** More dots than this in a pixel nobody sees behind a heading, and every one has to be drawn. */
const sharpestDensity = 2;

/** The chart behind the hero. It moves only while it can be seen, is wanted and not paused. */
export function CandlestickCanvas({ className }: { className: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const setMoving = useRef((_isWanted: boolean) => {});

  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const animation = createCandlestickAnimation(canvas, context);
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let box: DOMRectReadOnly | undefined;
    let hasSize = false;
    let isOnScreen = false;
    let isWanted = true;

    const update = () => {
      if (!hasSize) return;
      if (isOnScreen && isWanted && !document.hidden && !reducedMotion.matches) animation.start();
      else animation.stop();
      if (reducedMotion.matches) animation.fill();
    };
    const applySize = () => {
      if (!box) return;
      hasSize = true;
      animation.resize(box, Math.min(devicePixelRatio, sharpestDensity));
      update();
    };
    setMoving.current = (value) => {
      isWanted = value;
      update();
    };
    let firstSizing: ReturnType<typeof setTimeout> | undefined;
    const resizing = new ResizeObserver(([entry]) => {
      box = entry?.contentRect;
      // What is drawn on first gets its memory, which takes as long as a frame: no frame waits for it.
      if (hasSize) applySize();
      else firstSizing ??= setTimeout(applySize);
    });
    const visibility = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? false;
      update();
    });
    resizing.observe(canvas);
    visibility.observe(canvas);
    const leaving = new AbortController();
    document.addEventListener('visibilitychange', update, { signal: leaving.signal });
    reducedMotion.addEventListener('change', update, { signal: leaving.signal });
    return () => {
      clearTimeout(firstSizing);
      animation.stop();
      resizing.disconnect();
      visibility.disconnect();
      leaving.abort();
    };
  }, []);

  const PlayIcon = isPaused ? Play : Pause;
  return (
    <>
      <canvas ref={ref} aria-hidden className={className} />
      <IconButton
        label={isPaused ? 'Play the chart animation' : 'Pause the chart animation'}
        className="absolute right-[max(var(--gutter),calc(50vw-38.5rem))] bottom-4 -mr-3 z-10 text-muted motion-reduce:hidden"
        onClick={() => {
          setMoving.current(isPaused);
          setIsPaused(!isPaused);
        }}
      >
        <PlayIcon className="size-4" strokeWidth={1.5} />
      </IconButton>
    </>
  );
}
