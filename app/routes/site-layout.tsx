import { useRef } from 'react';
import { Outlet } from 'react-router';
import { usePendingPage } from '#app/features/shell/pending-page.tsx';
import { SiteFooter } from '#app/features/shell/site-footer.tsx';
import { SiteHeader } from '#app/features/shell/site-header.tsx';
import { useRouteChange } from '#app/features/shell/use-route-change.ts';
import type { Route } from './+types/site-layout';

export function loader() {
  return { year: new Date().getUTCFullYear() };
}

/** Header, content and footer: the frame of every page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const content = useRef<HTMLElement>(null);
  useRouteChange(content);
  const pendingPage = usePendingPage();
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
        {pendingPage}
        {/* Hidden, not gone: it is shown again as it was if the visitor turns back. */}
        <div hidden={Boolean(pendingPage)}>
          <Outlet />
        </div>
      </main>
      <SiteFooter year={loaderData.year} />
    </>
  );
}
