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
import { DocumentProvider } from '#features/shell/ui/index.ts';
import headScript from './document/head.ts?inline-script';
import { speculationRules } from './document/speculation-rules.ts';
import { hashOf, takeScripts } from './server/inline-code.ts';
import { pageReportContext, securityPolicyContext } from './server/page-context.ts';
import fontFaces from './ui/styles/fonts.css?inline';
import siteStyles from './ui/styles/site.css?inline';

const styles = fontFaces + siteStyles;
const styleHashes = [hashOf(styles)];
const scriptHashes = [headScript.hash, hashOf(speculationRules)];

/** A page that takes longer than this to render is given up, in milliseconds. */
export const streamTimeout = 10_000;

/** Tells the log which route a request met: its pattern, not its URL, which may hold a token. */
export const instrumentations: ServerInstrumentation[] = [
  {
    handler: ({ instrument }) =>
      instrument({
        async request(answer, { context }) {
          const { meta } = await answer();
          // The router's patterns begin without a slash, but for the home page's.
          const pattern = meta?.pattern.replace(/^\/?(?!\*$)/, '/');
          if (pattern) context?.get(pageReportContext).nameRoute(pattern);
        },
      }),
  },
];

/**
 * Hands what went wrong to the site's log; the router would print it with its URL. A visitor who
 * has gone is no error, nor is a request that the router refuses.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageReportContext).logThrown(error);
};

/** Renders a page whole: none of ours has parts that come later. Rejects when it cannot be rendered. */
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
      // Else React sends large parts hidden, for a script to put in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => {
        isShellRendered = true;
      },
      // What fails in the shell is thrown as well, and reaches `handleError` by itself.
      onError: (error) => {
        if (isShellRendered) handleError(error, { request, context, params: {} });
      },
    },
  );
  const { html, hashes } = takeScripts(rendered, nonce);
  const policy = { scripts: [...scriptHashes, ...hashes], styles: styleHashes };
  headers.set('Content-Security-Policy', context.get(securityPolicyContext)(policy));
  // Not through the router, which would make a stream of it and look inside.
  context.get(pageReportContext).takeDocument(Buffer.from(html));
  return new Response(null, { status, headers });
}

/** By a stream of Node's: the web's cost more. Nothing of a page is held once it is rendered. */
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
