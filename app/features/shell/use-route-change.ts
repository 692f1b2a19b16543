import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After every change of the path the page fades in, stands at its top or at the anchor that the
 * URL names, and has the focus on its content, so that the keyboard and screen readers start
 * there. The first page is left to the browser.
 */
export function useRouteChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key } = useLocation();
  const previous = useRef({ pathname, key });
  useLayoutEffect(() => {
    if (previous.current.key === key) return;
    const hasNewPath = previous.current.pathname !== pathname;
    previous.current = { pathname, key };
    const anchor = hash ? document.getElementById(hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else if (hasNewPath) window.scrollTo({ top: 0, behavior: 'instant' });
    if (!hasNewPath || !content.current) return;
    content.current.focus({ preventScroll: true });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Only the new page: the pictures of a view transition would take every press until they are gone.
    content.current.animate({ opacity: [0, 1] }, { duration: 300, easing: 'ease' });
  }, [pathname, hash, key, content]);
}
