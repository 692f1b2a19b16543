/** One thing wrong with one field of a request body. */
export interface FieldError {
  field: string;
  message: string;
}

interface AppErrorOptions {
  /** Machine-readable and stable, in kebab case. */
  code: string;
  status: number;
  /** For the log. May name internals; never holds what a visitor wrote. */
  message: string;
  /** For the person who asked. */
  userMessage: string;
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
  readonly code: string;
  readonly status: number;
  readonly userMessage: string;
  readonly fieldErrors: FieldError[];
  readonly headers: Record<string, string>;
  readonly extensions: Record<string, unknown>;

  constructor(options: AppErrorOptions) {
    super(options.message, { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
    this.userMessage = options.userMessage;
    this.fieldErrors = options.fieldErrors ?? [];
    this.headers = options.headers ?? {};
    this.extensions = options.extensions ?? {};
  }
}

/** 503: the database does not answer, or not in time. The outcome of what was asked is unknown. */
export const databaseUnavailable = (cause: unknown) =>
  new AppError({
    code: 'database-unavailable',
    status: 503,
    message: 'The database does not answer',
    userMessage: 'The service is briefly unavailable. Please try again in a moment.',
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 409: the id already stands for other words. */
export const idReused = (id: string) =>
  new AppError({
    code: 'id-reused',
    status: 409,
    message: `Id ${id} came again with different content`,
    userMessage:
      'This form was already sent with other content. Please reload the page and send it again.',
  });

/** 422: the body was understood and breaks a rule. */
export const invalidBody = (fieldErrors: FieldError[]) =>
  new AppError({
    code: 'validation',
    status: 422,
    message: `Invalid ${[...new Set(fieldErrors.map(({ field }) => field || 'body'))].join(', ')}`,
    userMessage: fieldErrors[0]?.message ?? 'Please check what you entered.',
    fieldErrors,
  });

/** The message of anything that was thrown, with the messages of its causes, on one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || ('code' in error ? String(error.code) : error.name);
  const cause = error.cause === undefined ? '' : `: ${describeError(error.cause)}`;
  return `${own}${cause}`.replaceAll(/\s+/g, ' ');
}
