import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { tabPath, tabs } from '../tabs.ts';

/** The way from tab to tab: real links, so that back, reload and a new window work. Scrolls on phones. */
export function TabBar() {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current link
  useEffect(() => {
    const current = ref.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [pathname]);
  return (
    <nav
      ref={ref}
      aria-label="Dashboard"
      className="sticky top-(--header-height) z-30 border-y border-hairline bg-ground"
    >
      <ul className="container-site flex gap-x-1 overflow-x-auto [scrollbar-width:none] lg:overflow-x-visible">
        {tabs.map(({ slug, label }) => (
          <li key={label} className="shrink-0 lg:first:-ml-3">
            <NavLink
              to={tabPath(slug)}
              end
              className="relative block px-3 py-3.5 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:text-gold aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-gold focus-visible:-outline-offset-2"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
