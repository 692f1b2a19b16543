import { Outlet } from 'react-router';
import { MainContent, SiteFooter, SiteHeader, SkipLink } from '#features/shell/ui/index.ts';
import type { Route } from './+types/site-layout';

export function loader() {
  return { year: new Date().getUTCFullYear() };
}

/** Header, content and footer: the frame of every page but those of the admin. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <MainContent className="flex-1">
        <Outlet />
      </MainContent>
      <SiteFooter year={loaderData.year} />
    </>
  );
}
