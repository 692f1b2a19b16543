import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { captchaField, isHoneypotFilled } from '#domain/captcha.ts';
import type { z } from '#domain/zod.ts';

/**
 * Reads a form that was sent to a page (the router's `formContext`), by the names that its schema
 * knows and one value each. Conform alone would build whatever objects and lists the names ask for
 * (`a[999999999]`), and follow the intents that a form from outside may hold.
 */
export function readForm<Schema extends z.ZodType<object>>(sent: URLSearchParams, schema: Schema) {
  const known = getZodConstraint(schema);
  const form = new URLSearchParams();
  for (const [name, value] of sent) {
    // The schema knows the items of a list as `name[]`; no form of ours has a hundred of them.
    const place = name.replaceAll(/\[\d{1,2}\]/g, '[]');
    if (Object.hasOwn(known, place) && !form.has(name)) form.set(name, value);
  }
  return {
    submission: parseWithZod(form, { schema }),
    isTrapped: isHoneypotFilled(Object.fromEntries(sent)),
    captchaToken: sent.get(captchaField) ?? undefined,
  };
}
