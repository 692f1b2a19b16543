import { captchaField } from '#domain/captcha.ts';

/** What the server says of a request it refuses (RFC 9457). */
export interface ProblemDetails {
  title: string;
  detail?: string;
  code?: string;
  errors?: { field: string; message: string }[];
  /** Of a slot that is taken: what is free instead. */
  slots?: string[];
  /** Of a record that somebody else has changed meanwhile: what it is now. */
  current?: object;
}

/** What a form says when nothing has answered. */
export const noAnswer: ProblemDetails = {
  title: 'The site cannot be reached just now. Please try again.',
};

/** Something that went wrong in a form, in words that are fit to be shown as they are. */
export class ShownError extends Error {
  override name = 'ShownError';
}

/** Reads what a refusal says. Whatever else has answered says no more than that it failed. */
export async function readProblem(response: Response): Promise<ProblemDetails> {
  try {
    return await response.json();
  } catch {
    return { title: 'Something went wrong. Please try again.' };
  }
}

/** Puts the server's messages at their fields; what belongs to no field stands above the form. */
export function toErrors({ title, detail, errors = [] }: ProblemDetails) {
  if (errors.length === 0) return { formErrors: [detail ?? title] };
  const formErrors: string[] = [];
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of errors) {
    const name = toFieldName(field);
    if (field === captchaField) formErrors.push(message);
    else fieldErrors[name] = [...(fieldErrors[name] ?? []), message];
  }
  return { fieldErrors, ...(formErrors.length > 0 && { formErrors }) };
}

/** A form names the items of a list `plans[0]`, the server `plans.0`. */
const toFieldName = (path: string) => path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
