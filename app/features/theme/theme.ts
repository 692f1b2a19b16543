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

/** Sets the theme's class on the root element. Runs inline in the head too, so it stands on its own. */
function applyTheme(
  storageKey: string,
  colors: { light: string; dark: string },
  fallback: string,
): void {
  let theme: string | null = null;
  try {
    theme = localStorage.getItem(storageKey);
  } catch {
    // Storage is blocked: the default holds.
  }
  if (theme !== 'light' && theme !== 'dark' && theme !== 'system') theme = fallback;
  if (theme === 'system') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  const root = document.documentElement;
  root.classList.remove('light', 'dark', 'system');
  root.classList.add(theme);
  const color = theme === 'dark' ? colors.dark : colors.light;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}

/** Every press on the toggle flips between dark and light and keeps the choice. Runs inline. */
function listenToToggle(
  apply: typeof applyTheme,
  toggle: string,
  storageKey: string,
  colors: { light: string; dark: string },
): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest(toggle))) return;
    const next = document.documentElement.classList.contains('dark') ? 'light' : 'dark';
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Storage is blocked: the choice holds until the page is left.
    }
    apply('', colors, next);
  });
}

/** The id of the button that flips the theme, before the page is alive as well. */
export const themeToggleId = 'theme-toggle';

/** The source of both as an inline script for the page at `pathname`. The browser has it from the document. */
export function themeScript(pathname: string): string {
  if (!import.meta.env.SSR) return '';
  const [key, colors, fallback] = [themeStorageKey, groundColors, defaultTheme(pathname)].map(
    (value) => JSON.stringify(value),
  );
  return `(apply=>{apply(${key},${colors},${fallback});(${listenToToggle.toString()})(apply,"#${themeToggleId}",${key},${colors})})(${applyTheme.toString()})`;
}

function refreshTheme(pathname: string): void {
  applyTheme(themeStorageKey, groundColors, defaultTheme(pathname));
}

/** Keeps the theme's class right on route changes, on the system's change and across tabs. */
export function useThemeClass(pathname: string): void {
  useLayoutEffect(() => {
    const refresh = () => refreshTheme(pathname);
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
