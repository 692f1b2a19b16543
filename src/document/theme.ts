/** The themes a visitor can have; `system` follows the operating system. */
type Theme = 'light' | 'dark' | 'system';

const themeStorageKey = 'vite-ui-theme';

/** The session storage key for the theme that the visit started with. */
const visitStorageKey = 'visit-theme';

/** The id of the button that flips the theme. */
export const themeToggleId = 'theme-toggle';

/** The colours of the browser's own toolbars, equal to `--color-ground` in styles/tokens.css. */
export const groundColors = { light: '#faf7f1', dark: '#0d0b08' } as const;

const isTheme = (value: unknown): value is Theme =>
  value === 'light' || value === 'dark' || value === 'system';

/** Returns the visitor's stored choice; undefined without one, or if storage is blocked. */
function readChosenTheme(): Theme | undefined {
  try {
    const chosen = localStorage.getItem(themeStorageKey);
    return isTheme(chosen) ? chosen : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the theme for visitors who have not chosen one. The home page follows the system, and so
 * does the rest of a visit that started there. Other visits are dark.
 */
function defaultTheme(): Theme {
  const isHome = location.pathname === '/';
  const own = isHome ? 'system' : 'dark';
  try {
    const begun = sessionStorage.getItem(visitStorageKey);
    if (!begun) sessionStorage.setItem(visitStorageKey, own);
    return !isHome && isTheme(begun) ? begun : own;
  } catch {
    return own;
  }
}

/** Sets the class of the current theme on the root element. */
export function applyTheme(): void {
  const fallback = defaultTheme();
  let theme = readChosenTheme() ?? fallback;
  if (theme === 'system') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  const root = document.documentElement;
  root.classList.remove('light', 'dark', 'system');
  root.classList.add(theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', groundColors[theme]);
}

function flipTheme(): void {
  const { classList } = document.documentElement;
  const next = classList.contains('dark') ? 'light' : 'dark';
  try {
    localStorage.setItem(themeStorageKey, next);
    applyTheme();
  } catch {
    // Storage is blocked or full: the choice lasts until the visitor leaves the page.
    classList.remove('light', 'dark');
    classList.add(next);
  }
}

/** Applies the theme now, and whenever the toggle, the system or another tab changes it. */
export function watchTheme(): void {
  applyTheme();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(`#${themeToggleId}`)) flipTheme();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  addEventListener('storage', ({ key }) => {
    if (key === themeStorageKey || key === null) applyTheme();
  });
  // The theme may have changed while the page was in the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && applyTheme());
}
