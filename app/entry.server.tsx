import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext } from '#server/http/page-context.ts';
import { NonceProvider } from './ui/nonce.tsx';

/** How long a page may stream before its unfinished parts are given up, in milliseconds. */
export const streamTimeout = 10_000;

/**
 * Streams a page. Crawlers get it whole; browsers get the shell as soon as it
 * stands. Rejects when the shell itself cannot be rendered.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const nonce = context.get(nonceContext);
  const isCrawler = isbot(request.headers.get('user-agent'));
  const readyEvent: keyof RenderToPipeableStreamOptions = isCrawler ? 'onAllReady' : 'onShellReady';

  return new Promise((resolve, reject) => {
    let isShellRendered = false;
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider nonce={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [readyEvent]() {
          isShellRendered = true;
          const body = new PassThrough();
          resolve(
            new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          // Before the shell stands, `onShellError` passes the error on.
          if (isShellRendered && !request.signal.aborted) console.error(error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout);
    timer.unref();
    request.signal.addEventListener('abort', () => abort(), { once: true });
  });
}
