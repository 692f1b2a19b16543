import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

interface TabBarProps {
  label: string;
  tabs: readonly { to: string; label: string }[];
}

const tabClass =
  'relative flex min-h-11 items-center px-3 lg:max-xl:px-2.5 text-[0.9375rem] font-medium text-muted transition-colors hover:text-ink aria-[current=page]:text-gold aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 lg:max-xl:aria-[current=page]:after:inset-x-2.5 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-gold focus-visible:-outline-offset-2';

/**
 * Links to related pages, or to the sections of one. On wide screens they are next to the admin's
 * title.
 */
export function TabBar({ label, tabs }: TabBarProps) {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path has a different current link
  useEffect(() => {
    const current = ref.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [pathname]);
  return (
    <nav
      ref={ref}
      aria-label={label}
      className="sticky top-(--header-height) z-20 border-b border-hairline bg-ground short:static lg:static lg:-mt-9 lg:ml-auto lg:w-fit lg:max-w-full lg:border-0"
    >
      <ul className="container-site flex overflow-x-auto [scrollbar-width:none]">
        {tabs.map(({ to, label: text }) => (
          <li key={to} className="shrink-0 first:-ml-3">
            {to.startsWith('#') ? (
              <a href={to} className={tabClass}>
                {text}
              </a>
            ) : (
              <NavLink to={to} prefetch="intent" end className={tabClass}>
                {text}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
