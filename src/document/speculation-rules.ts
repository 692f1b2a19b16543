/** The pages that a browser may prefetch: those that need no sign-in. */
const publicPages = [
  '/',
  '/about',
  '/services',
  '/mentorship',
  '/community',
  '/contact',
  '/videos',
  '/freebies',
  '/education',
  '/education/*',
  '/blog',
  '/blog/*',
  '/privacy',
  '/terms',
];

/** The Content-Security-Policy allows this text by its hash. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: publicPages }, eagerness: 'moderate' }],
});

/**
 * Lets the browser prefetch a page when the pointer hovers over its link. Does nothing in data
 * saver mode.
 */
export function addSpeculationRules(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || !HTMLScriptElement.supports?.('speculationrules')) return;
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = speculationRules;
  document.head.append(script);
}
