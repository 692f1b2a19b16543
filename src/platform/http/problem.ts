import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseFailure } from '#platform/db/circuit.ts';
import { AppError, databaseUnavailable } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';

/** Turns any thrown value into an error that is safe to send. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseFailure(error)) return databaseUnavailable(error);
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError(error.status, 'bad-request', 'Invalid request.', {
      message: error.message,
      cause: error,
    });
  }
  const userMessage = 'Something went wrong on our side. Try again.';
  return new AppError(500, 'internal', userMessage, { message: 'Unexpected error', cause: error });
}

/**
 * Responds with a problem document (RFC 9457) whose `instance` is the request id. `/contact.php`
 * has its own format, `{ ok: false, message }`.
 */
export function answerError(c: Context<HttpEnv>, error: AppError): Response {
  const status = error.status as ContentfulStatusCode;
  const headers = { 'Cache-Control': 'no-store', ...error.headers };
  if (c.req.path === '/contact.php') {
    return c.json({ ok: false, message: error.userMessage }, status, headers);
  }
  const problem = {
    ...error.extensions,
    type: `urn:problem:${error.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.userMessage,
    instance: `urn:request:${c.var.requestId}`,
    code: error.code,
    ...(error.fieldErrors.length > 0 && { errors: error.fieldErrors }),
  };
  return c.body(JSON.stringify(problem), status, {
    ...headers,
    'Content-Type': 'application/problem+json',
  });
}

/** The API has no such path (404). */
export const notFound = () => new AppError(404, 'not-found', 'Not found.');

/** A request for `/metrics` without its token (401). */
export const metricsTokenMissing = () =>
  new AppError(401, 'metrics-token', 'Access denied.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** The path has no such method (405). Sends the allowed ones. */
export const methodNotAllowed = (methods: string[]) =>
  new AppError(405, 'method-not-allowed', `Method not allowed. Use ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  });
