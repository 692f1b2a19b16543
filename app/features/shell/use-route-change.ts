import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After every change of the path the page stands at its top, or at the anchor
 * that the address names, and the focus is on the new content, so that the
 * keyboard and screen readers start there. The first page is left to the browser.
 */
export function useRouteChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key } = useLocation();
  const previous = useRef({ pathname, key });
  useEffect(() => {
    if (previous.current.key === key) return;
    const hasNewPath = previous.current.pathname !== pathname;
    previous.current = { pathname, key };
    const anchor = hash ? document.getElementById(hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else if (hasNewPath) window.scrollTo({ top: 0, behavior: 'instant' });
    if (hasNewPath) content.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, content]);
}
