import { useEffect, useRef } from 'react';
import { createPath, isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { Candle } from '#ui/candle.tsx';

/**
 * Returns what may be shown of an error: the status of a response, or the message of anything else.
 */
function describeError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  // In production, the server does not send its error messages.
  return error instanceof Error && error.message ? error.message : 'Unknown error';
}

const isOnline = () => navigator.onLine !== false;

/** Whether the site waits for its database. The response says so itself (`orUnavailable`). */
const isUnavailable = (error: unknown) => isRouteErrorResponse(error) && error.status === 503;

/** Explains an error to visitors. */
function explainError(error: unknown): string {
  if (!isOnline()) return 'You’re offline.';
  if (isRouteErrorResponse(error) && isUnavailable(error)) return String(error.data);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 429) return 'Too many requests. Wait a minute and try again.';
  if (status < 500) return 'This address doesn’t work.';
  return 'Something went wrong on our side. Try again.';
}

/** The error page for everything that no page has caught. */
export function RouteError({ error }: { error: unknown }) {
  const here = useLocation();
  const main = useRef<HTMLElement>(null);
  const title = isUnavailable(error) ? 'Back in a moment' : 'Unexpected Application Error!';
  useEffect(() => main.current?.focus(), []);
  return (
    <main
      ref={main}
      tabIndex={-1}
      className="container-site grid min-h-svh place-content-center justify-items-center py-24 text-center"
    >
      <title>{title}</title>
      <Candle className="h-16 w-5" />
      <h1 className="mt-8 text-title">{title}</h1>
      <p className="mt-6 max-w-prose text-lead">{explainError(error)}</p>
      {!isUnavailable(error) && (
        <p className="mt-3 max-w-prose text-muted">{describeError(error)}</p>
      )}
      <div className="mt-10 flex flex-wrap justify-center gap-4 max-sm:w-full max-sm:flex-col">
        <ButtonLink to={createPath(here)}>Try again</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Return to Home
        </ButtonLink>
      </div>
    </main>
  );
}
