/** The oldest supported browsers, by their names in MDN's data. README.md lists them. */
export const supportedBrowsers = {
  chrome: 111,
  edge: 111,
  firefox: 115,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

/**
 * The same for Vite, which compiles syntax and CSS for them. `npm run budgets` checks built-ins.
 */
export const buildTarget = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];
