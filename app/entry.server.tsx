import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from 'react-router';
import { pageReportContext, securityPolicyContext } from '#server/http/page-context.ts';
import { DocumentProvider } from './features/shell/document-context.tsx';
import { takeInlineCode } from './inline-code.ts';
import { pickStyles, stylesElement } from './inline-styles.ts';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';
import starter from './start-after-paint.ts?inline-script';
import siteStyles from './styles/app.css?inline';
import fontFaces from './styles/fonts.css?inline';

/*
 * Between rendering and sending, a document is a string whose characters stand for the bytes of its
 * UTF-8: half the size of one that holds a single dash or quotation mark, and never converted.
 */

const styleSheet = Buffer.from(fontFaces + siteStyles).toString('latin1');

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

  // Marks our own inline code while the document is rendered.
  const nonce = crypto.randomUUID();
  let isShellRendered = false;
  const rendered = await renderToBytes(
    <DocumentProvider value={{ nonce }}>
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
  const { parts, ...inline } = import.meta.env.DEV
    ? takeInlineCode(rendered, nonce)
    : takeInlineCode(withScriptsAfterPaint(rendered, starter, nonce), nonce, {
        element: stylesElement,
        content: pickStyles(rendered, styleSheet),
      });
  headers.set('Content-Security-Policy', context.get(securityPolicyContext)(inline));
  // Not through the router, which would make a stream of it and look inside.
  context.get(pageReportContext).takeDocument(joinBytes(parts));
  return new Response(null, { status, headers });
}

/** By a stream of Node's: the web's cost more. Nothing of a page is held once it is rendered. */
async function renderToBytes(
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
    return Buffer.concat(chunks).toString('latin1');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function joinBytes(parts: string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) end += bytes.write(part, end, 'latin1');
  return bytes;
}
