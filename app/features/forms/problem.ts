/** What the server says of a request it refuses (RFC 9457). */
export interface Problem {
  title: string;
  detail?: string;
  /** Names the kind of problem, in kebab case. */
  code?: string;
  errors?: { field: string; message: string }[];
}

/** Reads what a refusal says. Whatever else has answered says no more than that it failed. */
export async function readProblem(response: Response): Promise<Problem> {
  try {
    return await response.json();
  } catch {
    return { title: 'Something went wrong. Please try again.' };
  }
}

/** Puts the server's messages at their fields; what belongs to no field stands above the form. */
export function toErrors({ title, detail, errors = [] }: Problem) {
  if (errors.length === 0) return { formErrors: [detail ?? title] };
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of errors) {
    fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  }
  return { fieldErrors };
}
