import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext } from '#server/http/page-context.ts';
import { DocumentProvider } from './features/shell/document-context.tsx';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';
import styleSheet from './styles/app.css?inline';

/** What stands in every document; the server tells it to the security policy. */
export { styleSheet };

/** A page that takes longer than this to render is given up, in milliseconds. */
export const streamTimeout = 10_000;

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
  const stream = await renderToReadableStream(
    <DocumentProvider value={{ nonce, styles: import.meta.env.DEV ? '' : styleSheet }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    { nonce, signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout)]) },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  return new Response(import.meta.env.DEV ? html : withScriptsAfterPaint(html, nonce), {
    status,
    headers,
  });
}
