import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

interface TabBarProps {
  label: string;
  tabs: readonly { to: string; label: string; mark?: ReactNode }[];
}

/** The way from tab to tab: real links, so that back, reload and a new window work. Scrolls on phones. */
export function TabBar({ label, tabs }: TabBarProps) {
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
      aria-label={label}
      className="sticky top-(--header-height) z-30 border-y border-hairline bg-ground"
    >
      <ul className="container-site flex gap-x-1 overflow-x-auto [scrollbar-width:none] lg:overflow-x-visible">
        {tabs.map((tab) => (
          <li key={tab.to} className="shrink-0 lg:first:-ml-3">
            <NavLink
              to={tab.to}
              prefetch="intent"
              end
              className="relative block px-3 py-3.5 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:text-gold aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-gold focus-visible:-outline-offset-2"
            >
              {tab.label}
              {tab.mark}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
