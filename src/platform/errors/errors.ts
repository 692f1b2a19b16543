import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseError } from 'pg';

/** One thing wrong with one field of a request body. */
interface FieldError {
  field: string;
  message: string;
}

interface AppErrorOptions {
  /** For the log, where the code does not say it all. May name internals; never holds what a visitor wrote. */
  message?: string;
  fieldErrors?: FieldError[];
  /** Headers that belong to the answer, such as Retry-After. */
  headers?: Record<string, string>;
  /** Further members of the problem document. */
  extensions?: Record<string, unknown>;
  cause?: unknown;
}

/** A failure that we foresaw: it knows its status and what to tell whom. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** Machine-readable and stable, in kebab case. */
  readonly code: string;
  /** For the person who asked. */
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

/** 503: the database does not answer, or not in time. The outcome of what was asked is unknown. */
export const databaseUnavailable = (cause: unknown) =>
  new AppError(
    503,
    'database-unavailable',
    'The site is unavailable right now. Try again in a moment.',
    { message: 'The database does not answer', headers: { 'Retry-After': '5' }, cause },
  );

/** 409: the id already stands for other words. */
export const idReused = (id: string) =>
  new AppError(
    409,
    'id-reused',
    'This form was already sent with different content. Reload the page and send it again.',
    { message: `Id ${id} came again with different content` },
  );

/** 409: what was read before it was changed is not what stands any more, which is `current`. */
export const editedElsewhere = (current: unknown) =>
  new AppError(
    409,
    'edited-elsewhere',
    'Someone else saved changes. Compare both versions and choose one.',
    { message: 'There is a newer version', extensions: { current } },
  );

/** 422: the body was understood and breaks a rule. */
export const invalidBody = (fieldErrors: FieldError[], extensions?: Record<string, unknown>) =>
  new AppError(422, 'validation', fieldErrors[0]?.message ?? 'Check what you entered.', {
    message: `Invalid ${[...new Set(fieldErrors.map(({ field }) => field || 'body'))].join(', ')}`,
    fieldErrors,
    ...(extensions && { extensions }),
  });

/** More of a message is not worth a line of the log. In characters. */
const longestMessage = 1_000;

/** What leads to a person or opens something, wherever it stands in a message. */
const redactions: [pattern: RegExp, replacement: string][] = [
  // Of an address its host is told, without credentials, path and query.
  [/\b([a-z][a-z+.-]*:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi, '$1$2/…'],
  [/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '[address]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}/g, '[token]'],
];

/**
 * Describes anything that was thrown, with its causes, on one line that is fit for the log: without
 * values of queries, answers of mail servers, e-mail addresses, tokens and paths of addresses.
 */
export function describeError(error: unknown): string {
  // What pg-boss tells of is a copy of an error, and no instance.
  const message =
    error instanceof Error ? describeOne(error) : String(Object(error).message ?? error);
  const line = message.slice(0, longestMessage).replaceAll(/\s+/g, ' ');
  const own = redactions.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line);
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? own : `${own}: ${describeError(cause)}`;
}

/** What one error says, but for those whose messages quote what visitors wrote. */
function describeOne(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'A query failed';
  // Class 22 of PostgreSQL's errors: the data is wrong, and quoted.
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
 * Returns where an error was thrown: the innermost six lines of its stack, without its message,
 * which may hold what a visitor wrote.
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

/** 404: there is no such record, or not any more. */
export const recordNotFound = () => new AppError(404, 'not-found', 'This entry no longer exists.');
