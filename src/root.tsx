import { LucideProvider } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import bodoniModa from '../.cache/fonts/bodoni-moda-latin.woff2?url';
import hankenGrotesk from '../.cache/fonts/hanken-grotesk-latin.woff2?url';
import type { Route } from './+types/root';
import { doEarlyPresses } from './document/early-presses.ts';
import pageScript from './document/page.ts?script';
import { applyTheme, groundColors } from './document/theme.ts';
import { CaptchaContext } from './features/captcha/ui/index.ts';
import {
  HeadScript,
  InlineStyles,
  RouteError,
  SettingsContext,
  useDocumentContext,
} from './features/shell/ui/index.ts';
import { siteLanguage } from './rules/site-pages.ts';
import { pageServicesContext } from './server/page-context.ts';
import { Contained } from './ui/contained.tsx';
import { DocumentScript } from './ui/document-script.tsx';
import { iconStroke } from './ui/icon-stroke.ts';
import { Toaster } from './ui/toaster.tsx';

/**
 * Preloads a font with the priority that it gets when it is used. Otherwise Chrome changes the
 * priority of the running request, which can stall the connection in Caddy 2.6 (HTTP/2 of Go 1.19).
 */
const preloadedFont = (href: string) =>
  ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
    fetchPriority: 'high',
  }) as const;

export const links: Route.LinksFunction = () => [
  // The larger font first, because the connection is already warm.
  preloadedFont(hankenGrotesk),
  preloadedFont(bodoniModa),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Loads what every page needs: the site's settings, its URL and its captcha. */
export async function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, captcha, readSettings } = context.get(pageServicesContext);
  return { siteUrl, captcha, settings: (await readSettings()).siteWide };
}

/**
 * Whether a route is a plain document: `export const handle = { hydrate: false }`. Error pages
 * always are.
 */
function useIsDocument(): boolean {
  const hasFailed = useRouteError() != null;
  const isMarked = (handle: unknown) => Object(handle).hydrate === false;
  return useMatches().some(({ handle }) => isMarked(handle)) || hasFailed;
}

/** The HTML document around every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const isDocument = useIsDocument();
  const { pathname } = useLocation();
  return (
    // The head script sets the theme and other attributes before hydration.
    <html lang={siteLanguage} className="system" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Phones would turn numbers and dates into links, which React does not expect in a form. */}
        {pathname !== '/' && (
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        )}
        <meta name="theme-color" content={groundColors.dark} suppressHydrationWarning />
        <HeadScript />
        <InlineStyles />
        <Meta />
        <Links />
      </head>
      <body data-document={isDocument ? '' : undefined}>
        <LucideProvider strokeWidth={iconStroke}>{children}</LucideProvider>
        {isDocument ? <DocumentScript src={pageScript} /> : <ReactParts />}
      </body>
    </html>
  );
}

/** What only hydrated pages need. */
function ReactParts() {
  const { nonce } = useDocumentContext();
  // React resets the class of the root element when an error replaces the page.
  useLayoutEffect(applyTheme, []);
  useLayoutEffect(doEarlyPresses, []);
  return (
    <>
      <Contained>
        <Toaster />
      </Contained>
      {import.meta.env.SSR && <script type="module" async src={pageScript} />}
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsContext value={loaderData.settings}>
      <CaptchaContext value={loaderData.captcha}>
        <Outlet />
      </CaptchaContext>
    </SettingsContext>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <RouteError error={error} />;
