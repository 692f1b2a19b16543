/** The pages that a browser may fetch before a link to them is pressed: those that everybody may read. */
const publicPages = [
  ...['/', '/about', '/services', '/mentorship', '/community', '/contact', '/videos', '/freebies'],
  ...['/education', '/education/*', '/blog', '/blog/*', '/privacy', '/terms'],
];

/** The security policy knows this text by its hash. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: publicPages }, eagerness: 'moderate' }],
});

/** Lets the browser fetch a page once a pointer rests on its link. Does nothing while data is to be saved. */
export function addSpeculationRules(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || !HTMLScriptElement.supports?.('speculationrules')) return;
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = speculationRules;
  document.head.append(script);
}
