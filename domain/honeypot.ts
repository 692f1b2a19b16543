/** A field that people never see and bots fill in. Its name means nothing to a browser's autofill. */
export const honeypotField = 'leave_empty';

/** Whether a parsed body carries anything in the hidden field. */
export function isHoneypotFilled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, honeypotField))
    return false;
  const value: unknown = Reflect.get(body, honeypotField);
  return value !== '' && value !== null && value !== undefined;
}
