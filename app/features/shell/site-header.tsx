import { Menu, Moon, Sun } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Drawer } from '#app/ui/dialog.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import { navigation } from '#domain/site-pages.ts';
import { themeToggleId } from '../theme/theme.ts';
import { ownScript } from './early-presses.ts';
import { useFacts } from './facts.ts';

/** Past this many pixels the header gets its translucent ground and its border. */
const scrollThreshold = 10;

/** The drawer, which the header ends with. */
const menuId = 'site-menu';

/** The header of every page: a bar on desktops, a bar with a drawer on phones. */
export function SiteHeader() {
  const isScrolled = useIsScrolled();
  return (
    <header
      data-scrolled={isScrolled}
      className={classNames(
        'site-header @container fixed inset-x-0 top-0 z-40 border-b transition-colors duration-300 noscript:static',
        isScrolled
          ? 'border-hairline bg-veil backdrop-blur-lg backdrop-saturate-150'
          : 'border-transparent',
      )}
    >
      {/* Stands in the head: what is painted before the last part of the header has been read would move. */}
      <link rel="expect" href={`#${menuId}`} blocking="render" />
      <div className="container-site flex h-(--header-height) items-center justify-between gap-6 noscript:h-auto noscript:flex-wrap noscript:gap-y-1 noscript:py-4">
        <Link to="/" className="min-w-0 py-2">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden @5xl:block noscript:block">
          <ul className="flex items-center gap-x-5 text-[0.9375rem] xl:gap-x-7 noscript:flex-wrap">
            {navigation.map((item) => (
              <li key={item.href}>
                <NavLink
                  to={item.href}
                  className="block py-2 text-muted transition-colors hover:text-ink aria-[current=page]:text-ink"
                >
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2.5 flex items-center">
          <ThemeToggle />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

/** The browser opens the drawer by itself, before the page is alive as well. */
function MobileMenu() {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  const { pathname } = useLocation();
  // Not on coming alive: it may be open already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a route change closes the drawer
  useEffect(() => () => drawer.current?.close(), [pathname]);
  return (
    <div className="@5xl:hidden">
      <IconButton label="Open menu" aria-haspopup="dialog" command="show-modal" commandfor={menuId}>
        <Menu className="size-6" strokeWidth={1.5} />
      </IconButton>
      <Drawer ref={drawer} id={menuId} title="Menu" isTitleHidden>
        <Link to="/" className="-mt-9 self-start py-1" onClick={close}>
          <Logo />
        </Link>
        <nav aria-label="Menu" className="mt-8">
          <ul className="border-t border-hairline">
            {navigation.map((item) => (
              <li key={item.href} className="border-b border-hairline">
                <NavLink
                  to={item.href}
                  onClick={close}
                  className="block py-3 font-display text-xl transition-colors hover:text-gold aria-[current=page]:text-gold"
                >
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </Drawer>
    </div>
  );
}

/** Flips between dark and light. CSS picks the icon, so the server need not know the theme. */
const ThemeToggle = () => (
  <IconButton label="Toggle theme" id={themeToggleId} {...ownScript}>
    <Sun className="hidden size-5 dark:block" strokeWidth={1.5} />
    <Moon className="size-5 dark:hidden" strokeWidth={1.5} />
  </IconButton>
);

/** The logo in the variant of the current theme. CSS picks it, and only that one is loaded. */
function Logo() {
  const { name } = useFacts();
  return (['dark:hidden', 'hidden dark:block'] as const).map((shown, index) => (
    <img
      key={shown}
      src={`/brand/logo-${index === 0 ? 'light' : 'dark'}.svg`}
      alt={name}
      loading="lazy"
      width={168}
      height={32}
      className={classNames('w-42', shown)}
    />
  ));
}

function subscribeToScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

const useIsScrolled = (): boolean =>
  useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > scrollThreshold,
    () => false,
  );
