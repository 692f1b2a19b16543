import { useEffect } from 'react';
import { refreshTheme, themeStorageKey } from './theme.ts';

/** Keeps the root element's class right: on route changes, on the system's change, across tabs. */
export function useThemeClass(pathname: string): void {
  useEffect(() => {
    const refresh = () => refreshTheme(pathname);
    const onStorage = (event: StorageEvent) => {
      if (event.key === themeStorageKey || event.key === null) refresh();
    };
    const systemTheme = matchMedia('(prefers-color-scheme: dark)');
    refresh();
    systemTheme.addEventListener('change', refresh);
    window.addEventListener('storage', onStorage);
    return () => {
      systemTheme.removeEventListener('change', refresh);
      window.removeEventListener('storage', onStorage);
    };
  }, [pathname]);
}
