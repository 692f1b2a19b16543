import { isRouteErrorResponse } from 'react-router';
import { Candle } from '#app/ui/candle.tsx';

/** What may be told of an error: its status for an answer, its message for the rest. */
function describeError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  // In production the server sends no messages of its own errors, only that there was one.
  return error instanceof Error && error.message ? error.message : 'Unknown error';
}

/** The screen for everything that no page has caught. Plain links, as nothing else is certain. */
export function RouteError({ error }: { error: unknown }) {
  return (
    <main className="container-site grid min-h-svh place-content-center justify-items-center gap-6 py-24 text-center">
      <title>Unexpected Application Error!</title>
      <Candle className="h-16 w-5" />
      <h1 className="text-title">Unexpected Application Error!</h1>
      <p className="max-w-prose text-lead text-muted">{describeError(error)}</p>
      <p>
        <a href="/" className="font-semibold text-gold underline underline-offset-4">
          Return to Home
        </a>
      </p>
    </main>
  );
}
