import { LucideProvider } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { siteLanguage } from '#domain/site-pages.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import bodoniModa from '../.cache/fonts/bodoni-moda-latin.woff2?url';
import hankenGrotesk from '../.cache/fonts/hanken-grotesk-latin.woff2?url';
import type { Route } from './+types/root';
import {
  InlineScript,
  InlineStyles,
  useDocumentContext,
} from './features/shell/document-context.tsx';
import { useEarlyPresses } from './features/shell/early-presses.ts';
import { packFacts } from './features/shell/facts.ts';
import { stayOnFailure, useFailedNavigation } from './features/shell/failed-navigation.ts';
import { NavigationProgress } from './features/shell/navigation-progress.tsx';
import { RouteError } from './features/shell/route-error.tsx';
import { defaultTheme, groundColors, useThemeClass } from './features/theme/theme.ts';
import headScript from './head-script.ts?inline-script';
import styles from './styles/app.css?url';
import fontFaces from './styles/fonts.css?url';
import { Contained } from './ui/contained.tsx';
import { iconStroke } from './ui/create-icon.tsx';
import { Toaster } from './ui/toaster.tsx';
import { Tooltips } from './ui/tooltips.tsx';

const preloadedFont = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: Route.LinksFunction = () => [
  // The larger one first: it comes over the connection that the document has warmed.
  preloadedFont(hankenGrotesk),
  preloadedFont(bodoniModa),
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: fontFaces }] : []),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** What every page says of the site, what its canonical link begins with, and the puzzle of its forms. */
export async function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, captcha, readSiteWideFacts } = context.get(pageServicesContext);
  return { siteUrl, captcha, facts: packFacts(await readSiteWideFacts()) };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnFailure];

/** The document around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const location = useLocation();
  const { pathname } = location;
  const { nonce } = useDocumentContext();
  // The root's class belongs to the theme script from the first paint on; React
  // must see the same value for ever, or it would set the class back.
  const [firstPathname] = useState(pathname);
  useThemeClass(pathname);
  useFailedNavigation();
  useEarlyPresses();
  // Comes once the page is alive; without a connection nothing is counted.
  useEffect(() => {
    import('./features/visits/count-pages.ts').then(
      (counting) => counting.countPage(location),
      () => {},
    );
  }, [location]);
  return (
    <html lang={siteLanguage} className={defaultTheme(firstPathname)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={groundColors.dark} suppressHydrationWarning />
        <InlineScript source={headScript} />
        {!import.meta.env.DEV && <InlineStyles />}
        <Meta />
        <Links />
        {/* Comes after the first paint, for which the document holds what it needs (inline-styles.ts),
            and by its precedence stays where React makes the document anew for the error screen. */}
        <link rel="stylesheet" href={styles} precedence="site" />
      </head>
      <body>
        <Contained>
          <NavigationProgress />
        </Contained>
        {import.meta.env.DEV ? (
          <LucideProvider strokeWidth={iconStroke}>{children}</LucideProvider>
        ) : (
          children
        )}
        <Contained>
          <Toaster />
          <Tooltips />
        </Contained>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <RouteError error={error} />;
