/** The oldest browsers that the site works in, by the names of MDN's data. README.md states them. */
export const supportedBrowsers = {
  chrome: 111,
  edge: 111,
  firefox: 115,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

/** The same for Vite, which lowers syntax and CSS to them. Built-ins are for `npm run budgets`. */
export const buildTarget = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];
