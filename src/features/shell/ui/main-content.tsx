import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The first focusable element of every page. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-3 left-3 z-50 -translate-y-20 rounded-sm bg-raised px-4 py-2 font-semibold text-ink shadow-lift focus:translate-y-0"
  >
    Skip to content
  </a>
);

/**
 * The content of a page. It takes the focus after every route change, so that the keyboard and
 * screen readers start there. On the first page the browser decides.
 */
export function MainContent(props: ComponentProps<'main'>) {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!content.current) return;
    content.current.focus({ preventScroll: true });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Animates only the new page: a view transition would block presses until it ends.
    content.current.animate({ opacity: [0, 1] }, { duration: 300, easing: 'ease' });
  }, [pathname]);
  return <main ref={content} id="main" tabIndex={-1} {...props} />;
}
