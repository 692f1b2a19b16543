import { Menu, Moon, Sun } from 'lucide-react';
import { useLocation } from 'react-router';
import { themeToggleId } from '#document/theme.ts';
import { startPath } from '#rules/next-path.ts';
import { navigation } from '#rules/site-pages.ts';
import { ButtonLink, ButtonWithoutScripts, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Drawer } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { useSettings } from './settings.ts';

/** The id of the drawer at the end of the header. */
const menuId = 'site-menu';

/** The header of every page: a bar, with a drawer on phones. It needs no React. */
export const SiteHeader = () => (
  <header className="site-header @container fixed inset-x-0 top-0 z-40 border-b border-transparent transition-colors duration-300">
    {/* Hoisted into the head. Otherwise the browser could paint a partial header and then move it. */}
    <link rel="expect" href={`#${menuId}`} blocking="render" />
    <div className="container-site flex h-(--header-height) items-center justify-between gap-x-4 @7xl:gap-x-6">
      <Link to="/" className="min-w-0 py-2">
        <Logo />
      </Link>
      <nav aria-label="Main" className="hidden shrink-0 @5xl:block">
        <ul className="flex items-center gap-x-3 text-sm @7xl:gap-x-5 @7xl:text-[0.9375rem]">
          {navigation.map((item) => (
            <li key={item.href}>
              <NavLink
                {...item}
                className="block py-2 text-muted transition-colors hover:text-ink aria-[current=page]:text-ink"
              />
            </li>
          ))}
          <li className="hidden signed-in:block">
            <Link to={startPath} className="block py-2 font-semibold text-gold">
              Admin
            </Link>
          </li>
        </ul>
      </nav>
      <div className="-mr-2.5 flex shrink-0 items-center gap-x-1">
        <CallLink />
        <ThemeToggle />
        <MobileMenu />
      </div>
    </div>
  </header>
);

/** The call to action. On phones it is in the drawer; on narrow desktops it is short. */
function CallLink() {
  const { href, label, shortLabel } = useSettings().call;
  return (
    <Link
      to={href}
      className="mr-1 flex min-h-10 items-center rounded-sm border border-gold-soft px-3 text-sm font-semibold whitespace-nowrap text-gold transition-colors hover:bg-gold-wash @max-3xl:hidden @7xl:px-4"
    >
      <span className="@5xl:@max-7xl:hidden">{label}</span>
      <span className="hidden @5xl:@max-7xl:inline">{shortLabel}</span>
    </Link>
  );
}

const isShown = (href: string, pathname: string) =>
  pathname === href || pathname.startsWith(`${href}/`);

/** A link of the navigation. Marks the current page. */
function NavLink({ href, label, className }: (typeof navigation)[number] & { className: string }) {
  const pathname = useLocation().pathname.toLowerCase();
  return (
    <Link
      to={href}
      aria-current={isShown(href, pathname) ? 'page' : undefined}
      className={className}
    >
      {label}
    </Link>
  );
}

function MobileMenu() {
  const { call } = useSettings();
  return (
    <div className="@5xl:hidden">
      <IconButton label="Open menu" aria-haspopup="dialog" command="show-modal" commandfor={menuId}>
        <MenuIcon />
      </IconButton>
      {/* Without JavaScript, the drawer is the target of a link (styles/modal.css). */}
      <ButtonWithoutScripts label="Open menu" href={`#${menuId}`}>
        <MenuIcon />
      </ButtonWithoutScripts>
      <Drawer id={menuId} title="Menu" isTitleHidden>
        <Link to="/" className="-mt-9 self-start py-1">
          <Logo />
        </Link>
        <nav aria-label="Menu" className="mt-8">
          <ul className="border-t border-hairline">
            {navigation.map((item) => (
              <li key={item.href} className="border-b border-hairline">
                <NavLink
                  {...item}
                  className="block py-3 font-display text-xl transition-colors hover:text-gold aria-[current=page]:text-gold"
                />
              </li>
            ))}
            <li className="hidden border-b border-hairline signed-in:block">
              <Link to={startPath} className="block py-3 font-display text-xl text-gold">
                Admin
              </Link>
            </li>
          </ul>
        </nav>
        <ButtonLink to={call.href} className="mt-8">
          {call.label}
        </ButtonLink>
      </Drawer>
    </div>
  );
}

const MenuIcon = () => <Menu className="size-6" strokeWidth={1.5} />;

/**
 * Toggles between dark and light. CSS picks the icon, so the server does not need to know the
 * theme.
 */
export const ThemeToggle = () => (
  <IconButton label="Toggle theme" id={themeToggleId}>
    <Sun className="hidden size-5 dark:block" strokeWidth={1.5} />
    <Moon className="size-5 dark:hidden" strokeWidth={1.5} />
  </IconButton>
);

/** The logo for the current theme. CSS picks it, so that only that one is loaded. */
function Logo() {
  const { name } = useSettings();
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
