/*
 * A page of ours can be read and sent before any script has come: scripts are asked for once the
 * first paint is done. React Router has no setting for this, so its document is changed.
 */

/** What the relation of a link begins with while it waits; a script has this type. */
export const postponed = 'postponed';

/**
 * Postpones the style sheet and the modules of a rendered document until the `starter` (see
 * start-after-paint.ts) begins with them. The sheet goes behind the rules that stand in the
 * document: one that comes before them makes the browser read those anew, and show a face that was
 * late, so that words would move.
 */
export function withScriptsAfterPaint(html: string, starter: string, nonce: string): string {
  let styleSheets = '';
  return html
    .replace(/<link rel="(stylesheet".*?>)/g, (_, link) => {
      styleSheets += `<link rel="${postponed}-${link}`;
      return '';
    })
    .replace('</head>', () => `${styleSheets}</head>`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${postponed}-modulepreload"`)
    .replace(' type="module" async=""', ` type="${postponed}"`)
    .replace('</body>', () => `<script nonce="${nonce}">${starter}</script></body>`);
}
