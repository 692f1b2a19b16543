import { Moon, Sun } from 'lucide-react';
import { useLocation } from 'react-router';
import { IconButton } from '#app/ui/button.tsx';
import { toggleTheme } from './theme.ts';

/** Flips between dark and light. CSS picks the icon, so the server need not know the theme. */
export function ThemeToggle() {
  const { pathname } = useLocation();
  return (
    <IconButton label="Toggle theme" onClick={() => toggleTheme(pathname)}>
      <Sun aria-hidden className="hidden size-5 dark:block" strokeWidth={1.5} />
      <Moon aria-hidden className="size-5 dark:hidden" strokeWidth={1.5} />
    </IconButton>
  );
}
