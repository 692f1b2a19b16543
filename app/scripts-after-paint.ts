/*
 * A page of ours can be read and sent before any script has come: scripts are asked for once the
 * first paint is done. React Router has no setting for this, so its document is changed.
 */

/** What the relation of a link begins with while it waits; a script has this type. */
export const postponed = 'postponed';

/**
 * Postpones the style sheet, the modules and the web manifest of a rendered document until the `starter` (see
 * start-after-paint.ts) begins with them. The sheet goes behind the rules that stand in the
 * document: one that comes before them makes the browser read those anew, and show a face that was
 * late, so that words would move. The scripts at the end become one: the policy names each by its
 * hash, in the head of every answer.
 */
export function withScriptsAfterPaint(html: string, starter: string, nonce: string): string {
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('<script', html.lastIndexOf(module));
  if (headEnd === -1 || bodyEnd === -1) return html;
  let styleSheets = '';
  // Only where they stand: what is between, the words of the page, is the most of it.
  const head = html
    .slice(0, headEnd)
    .replace(/<link rel="(stylesheet".*?>)/g, (_, link) => {
      styleSheets += `<link rel="${postponed}-${link}`;
      return '';
    })
    .replace(waitingLinks, `$&${postponed}-`);
  const end = html
    .slice(bodyEnd)
    .replace(module, ` type="${postponed}"`)
    .replace(
      scriptsAtEnd,
      (_, waiting, scripts) => `${waiting}${joinScripts(scripts, starter, nonce)}</body>`,
    );
  return head + styleSheets + html.slice(headEnd, bodyEnd) + end;
}

/** Up to the relation of what is no style sheet. The router gives some links the nonce, which goes again. */
const waitingLinks = /<link (?:nonce="[^"]*" )?rel="(?=modulepreload|manifest)/g;

/** What the URL of the module has in it that all others need. */
const framework = '/framework-';

/**
 * Returns the URLs of a document's modules in an order in which each runs by itself: behind the framework,
 * a module is named before what it imports, and would take all of that into its task.
 */
export function orderModules(urls: string[]): string[] {
  const first = urls.findIndex((url) => url.includes(framework)) + 1;
  return [...urls.slice(0, first), ...urls.slice(first).reverse()];
}

/** What only the script that brings a page to life has. */
const module = ' type="module" async=""';

/** The script that waits, and those behind it, which hand over the page's data. */
const scriptsAtEnd = /(<script[^>]* type="postponed".*?<\/script>)(.*)<\/body>/s;

/** React's marks between them. */
const marks = /<!--\/?\$-->/g;

/** Returns our own scripts and one more as one script; what is not ours stays what it is. */
function joinScripts(scripts: string, last: string, nonce: string): string {
  const opening = `<script nonce="${nonce}">`;
  const closing = '</script>';
  const parts = scripts.replaceAll(marks, '').split(opening);
  const [before = '', ...ours] = parts;
  const areAllOurs =
    before === '' && ours.every((part) => part.indexOf(closing) === part.length - closing.length);
  const sources = areAllOurs ? ours.map((part) => part.slice(0, -closing.length)) : [];
  return `${areAllOurs ? '' : scripts}${opening}${[...sources, last].join('\n')}${closing}`;
}
