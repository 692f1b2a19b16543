import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import {
  type RenderToPipeableStreamOptions,
  renderToPipeableStream,
  renderToString,
} from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from 'react-router';
import headScript from './document/head.ts?inline-script';
import { speculationRules } from './document/speculation-rules.ts';
import { DocumentProvider } from './features/shell/ui/index.ts';
import { hashOf, takeScripts } from './server/inline-code.ts';
import { pageReportContext, securityPolicyContext } from './server/page-context.ts';

import fontFaces from './ui/styles/fonts.css?inline';
import siteStyles from './ui/styles/site.css?inline';

const styles = fontFaces + siteStyles;
const styleHashes = [hashOf(styles)];
const scriptHashes = [headScript.hash, hashOf(speculationRules)];

/** The time limit for rendering a page, in milliseconds. */
export const streamTimeout = 10_000;

/**
 * Reports the route of a request to the log: its pattern, not its URL, which may contain a token.
 */
export const instrumentations: ServerInstrumentation[] = [
  {
    handler: ({ instrument }) =>
      instrument({
        async request(answer, { context }) {
          const { meta } = await answer();
          // React Router's patterns have no leading slash, except for the home page.
          const pattern = meta?.pattern.replace(/^\/?(?!\*$)/, '/');
          if (pattern) context?.get(pageReportContext).nameRoute(pattern);
        },
      }),
  },
];

/**
 * Logs an error. React Router would print it with its URL. A cancelled request is not an error, and
 * neither is a response that the router throws.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageReportContext).logThrown(error);
};

/**
 * Renders a whole page without streaming, as no page has deferred parts. Rejects if rendering
 * fails.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const nonce = crypto.randomUUID();
  let isShellRendered = false;
  const rendered = await renderToText(
    <DocumentProvider
      value={{ nonce, styles, headScript: headScript.source, renderPart: renderToString }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    request.signal,
    {
      nonce,
      // Otherwise React hides large parts until a script moves them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => {
        isShellRendered = true;
      },
      // An error in the shell is also thrown, and the router passes it to `handleError`.
      onError: (error) => {
        if (isShellRendered) handleError(error, { request, context, params: {} });
      },
    },
  );
  const { html, hashes } = takeScripts(rendered, nonce);
  const policy = { scripts: [...scriptHashes, ...hashes], styles: styleHashes };
  headers.set('Content-Security-Policy', context.get(securityPolicyContext)(policy));
  // Bypasses React Router, which would turn the HTML into a stream and inspect it.
  context.get(pageReportContext).takeDocument(Buffer.from(html));
  return new Response(null, { status, headers });
}

/** Uses a Node.js stream, because web streams are slower. */
async function renderToText(
  node: ReactNode,
  signal: AbortSignal,
  options: RenderToPipeableStreamOptions,
): Promise<string> {
  const { promise: rendered, resolve, reject } = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(node, {
    ...options,
    onAllReady: resolve,
    onShellError: reject,
  });
  const giveUp = () => abort(signal.reason ?? new DOMException('Too slow', 'TimeoutError'));
  const timer = setTimeout(giveUp, streamTimeout);
  signal.addEventListener('abort', giveUp);
  try {
    await rendered;
    const chunks: Buffer[] = [];
    await finished(
      pipe(new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk)) })),
    );
    return Buffer.concat(chunks).toString();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
