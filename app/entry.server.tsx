import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from 'react-router';
import { nonceContext, pageReportContext } from '#server/http/page-context.ts';
import { DocumentProvider } from './features/shell/document-context.tsx';
import { withInlineStyles } from './inline-styles.ts';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';
import siteStyles from './styles/app.css?inline';
import fontFaces from './styles/fonts.css?inline';

const styleSheet = fontFaces + siteStyles;

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

  const nonce = context.get(nonceContext);
  let isShellRendered = false;
  const stream = await renderToReadableStream(
    <DocumentProvider value={{ nonce }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    {
      nonce,
      // Else React sends large parts hidden, for a script to put in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout)]),
      // What fails in the shell is thrown as well, and reaches `handleError` by itself.
      onError: (error) => {
        if (isShellRendered) handleError(error, { request, context, params: {} });
      },
    },
  );
  isShellRendered = true;
  await stream.allReady;
  const html = await new Response(stream).text();
  if (import.meta.env.DEV) return new Response(html, { status, headers });
  const document = withScriptsAfterPaint(withInlineStyles(html, styleSheet), nonce);
  return new Response(document, { status, headers });
}
