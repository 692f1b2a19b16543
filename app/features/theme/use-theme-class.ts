import { useLayoutEffect } from 'react';
import { refreshTheme, themeStorageKey } from './theme.ts';

/**
 * Keeps the root element's class right, before it is painted: on route changes, where React makes
 * the document anew, on the system's change, across tabs.
 */
export function useThemeClass(pathname: string): void {
  useLayoutEffect(() => {
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
