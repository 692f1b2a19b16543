import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseError } from 'pg';

/** An invalid field of a request body. */
interface FieldError {
  field: string;
  message: string;
}

interface AppErrorOptions {
  /**
   * For the log, if the code is not enough. May name internals, but must not contain visitors'
   * data.
   */
  message?: string;
  fieldErrors?: FieldError[];
  /** Response headers, such as Retry-After. */
  headers?: Record<string, string>;
  /** Additional members of the problem document. */
  extensions?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected error, with a status and messages for the client and the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** Machine-readable and stable, in kebab case. */
  readonly code: string;
  /** For the person who sent the request. */
  readonly userMessage: string;
  readonly fieldErrors: FieldError[];
  readonly headers: Record<string, string>;
  readonly extensions: Record<string, unknown>;

  constructor(status: number, code: string, userMessage: string, options: AppErrorOptions = {}) {
    super(options.message ?? code, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.userMessage = userMessage;
    this.fieldErrors = options.fieldErrors ?? [];
    this.headers = options.headers ?? {};
    this.extensions = options.extensions ?? {};
  }
}

/** The database does not answer, or not in time (503). The outcome of the request is unknown. */
export const databaseUnavailable = (cause: unknown) =>
  new AppError(
    503,
    'database-unavailable',
    'The site is unavailable right now. Try again in a moment.',
    { message: 'The database does not answer', headers: { 'Retry-After': '5' }, cause },
  );

/** The id is already used for other content (409). */
export const idReused = (id: string) =>
  new AppError(
    409,
    'id-reused',
    'This form was already sent with different content. Reload the page and send it again.',
    { message: `Id ${id} was sent again with different content` },
  );

/** The data was changed since it was read (409). `current` is the newer version. */
export const editedElsewhere = (current: unknown) =>
  new AppError(
    409,
    'edited-elsewhere',
    'Someone else saved changes. Compare both versions and choose one.',
    { message: 'There is a newer version', extensions: { current } },
  );

/** The body is well-formed but breaks a rule (422). */
export const invalidBody = (fieldErrors: FieldError[], extensions?: Record<string, unknown>) =>
  new AppError(422, 'validation', fieldErrors[0]?.message ?? 'Check what you entered.', {
    message: `Invalid ${[...new Set(fieldErrors.map(({ field }) => field || 'body'))].join(', ')}`,
    fieldErrors,
    ...(extensions && { extensions }),
  });

/** The maximum length of a logged message, in characters. */
const maxMessageLength = 1_000;

/** Parts of messages that identify a person or grant access. */
const redactions: [pattern: RegExp, replacement: string][] = [
  // Keeps the host of a URL, without credentials, path and query.
  [/(?<![\w+.-])([\w+.-]+:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]+)(?:[/?#][^\s"'<>]*)?/g, '$1$2/…'],
  [/(?<![^\s<>"'(),:;@])[^\s<>"'(),:;@]+@[^\s<>"'(),:;]+/g, '[address]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}/g, '[token]'],
];

/**
 * Describes any thrown value with its causes, on one line that is safe for the log: without query
 * values, responses of mail servers, email addresses, tokens and URL paths.
 */
export function describeError(error: unknown): string {
  // pg-boss reports a copy of an error, which is no Error instance.
  const message =
    error instanceof Error ? describeOne(error) : String(Object(error).message ?? error);
  const line = message.slice(0, maxMessageLength).replaceAll(/\s+/g, ' ');
  const own = redactions.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line);
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? own : `${own}: ${describeError(cause)}`;
}

/** Returns the message of one error, except for errors that quote visitors' data. */
function describeOne(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'A query failed';
  // PostgreSQL's class 22: invalid data, which the message quotes.
  if (error instanceof DatabaseError && error.code?.startsWith('22')) {
    return `The database refuses a value (${error.code})`;
  }
  if ('responseCode' in error && 'response' in error) {
    const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3}) /.exec(String(error.response))?.[1] ?? '';
    return `The mail server answered ${error.responseCode} ${enhanced}`.trim();
  }
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/**
 * Returns where an error was thrown: the top six lines of its stack, without its message, which may
 * contain visitors' data.
 */
export function describeOrigin(thrown: unknown): string[] {
  const { stack = '', message } = thrown instanceof Error ? thrown : new Error();
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
}

/** The record does not exist (404). */
export const recordNotFound = () => new AppError(404, 'not-found', 'This entry no longer exists.');
