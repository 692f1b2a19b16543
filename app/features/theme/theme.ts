import { useLayoutEffect } from 'react';

/** The themes a visitor can have; `system` follows the operating system. */
type Theme = 'light' | 'dark' | 'system';

const themeStorageKey = 'vite-ui-theme';

/** The colours of the browser's own bars; those of `--color-ground` in styles/tokens.css. */
export const groundColors = { light: '#faf7f1', dark: '#0d0b08' } as const;

/** What a page shows while the visitor has chosen nothing: the home page follows the system. */
export function defaultTheme(pathname: string): Theme {
  return pathname === '/' ? 'system' : 'dark';
}

/** Returns what the visitor has chosen, as far as it could be kept. */
function readChosenTheme(): string | null {
  try {
    return localStorage.getItem(themeStorageKey);
  } catch {
    // Storage is blocked: the default holds.
    return null;
  }
}

/** Sets the class of the theme that is chosen, or else of `fallback`, on the root element. */
export function applyTheme(fallback: string, chosen = readChosenTheme()): void {
  let theme = chosen;
  if (theme !== 'light' && theme !== 'dark' && theme !== 'system') theme = fallback;
  if (theme === 'system') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  const root = document.documentElement;
  root.classList.remove('light', 'dark', 'system');
  root.classList.add(theme);
  const color = theme === 'dark' ? groundColors.dark : groundColors.light;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}

/** Every press on the toggle flips between dark and light and keeps the choice. */
export function listenToToggle(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest(`#${themeToggleId}`))) return;
    const next = document.documentElement.classList.contains('dark') ? 'light' : 'dark';
    try {
      localStorage.setItem(themeStorageKey, next);
    } catch {
      // Storage is blocked or full: the choice holds until the page is left.
    }
    applyTheme(next, next);
  });
}

/** The id of the button that flips the theme, before the page is alive as well. */
export const themeToggleId = 'theme-toggle';

/** Keeps the theme's class right on route changes, on the system's change and across tabs. */
export function useThemeClass(pathname: string): void {
  useLayoutEffect(() => {
    const refresh = () => applyTheme(defaultTheme(pathname));
    const onStorage = (event: StorageEvent) => {
      if (event.key === themeStorageKey || event.key === null) refresh();
    };
    refresh();
    const leaving = new AbortController();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh, {
      signal: leaving.signal,
    });
    window.addEventListener('storage', onStorage, { signal: leaving.signal });
    return () => leaving.abort();
  }, [pathname]);
}
