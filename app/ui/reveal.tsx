import { type ComponentProps, useEffect, useRef } from 'react';

/**
 * Fades its content in once. Only what lies below the fold when the page comes alive is hidden at
 * all: nothing is lost without JavaScript, and nothing on the screen flickers.
 */
export function Reveal({
  delaySeconds = 0,
  ...props
}: Pick<ComponentProps<'div'>, 'className' | 'children'> & { delaySeconds?: number }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Not at a tenth: of something high that is more than a screen shows.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        if (element.dataset.reveal) element.dataset.reveal = 'shown';
        observer.disconnect();
      } else {
        element.dataset.reveal = 'hidden';
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      delete element.dataset.reveal;
    };
  }, []);
  return (
    <div
      ref={ref}
      style={delaySeconds ? { ['--reveal-delay' as string]: `${delaySeconds}s` } : undefined}
      {...props}
    />
  );
}
