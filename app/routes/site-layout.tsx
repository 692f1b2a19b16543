import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SiteFooter } from '#app/features/shell/site-footer.tsx';
import { SiteHeader } from '#app/features/shell/site-header.tsx';
import type { Route } from './+types/site-layout';

export function loader() {
  return { year: new Date().getUTCFullYear() };
}

/** Header, content and footer: the frame of every page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const content = useRef<HTMLElement>(null);
  useRouteChange(content);
  return (
    <>
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 -translate-y-20 rounded-sm bg-raised px-4 py-2 font-semibold text-ink shadow-lift focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main ref={content} id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <SiteFooter year={loaderData.year} />
    </>
  );
}

/**
 * After every change of the path the page has the focus, so that the keyboard and screen readers
 * start there. The first page is left to the browser.
 */
function useRouteChange(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!content.current) return;
    content.current.focus({ preventScroll: true });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Only the new page: the pictures of a view transition would take every press until they are gone.
    content.current.animate({ opacity: [0, 1] }, { duration: 300, easing: 'ease' });
  }, [pathname, content]);
}
