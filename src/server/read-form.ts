import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { captchaField, isHoneypotFilled } from '#rules/captcha.ts';
import type { z } from '#rules/zod.ts';

/**
 * Reads a form that was posted to a page (the router's `formContext`): only the names in its
 * schema, with one value each. Conform alone would create any objects and lists that the names
 * describe (`a[999999999]`), and follow intents in other sites' forms.
 */
export function readForm<Schema extends z.ZodType<object>>(sent: URLSearchParams, schema: Schema) {
  const known = getZodConstraint(schema);
  const form = new URLSearchParams();
  for (const [name, value] of sent) {
    // The schema names list items `name[]`. No form has a hundred of them.
    const listed = name.replaceAll(/\[\d{1,2}\]/g, '[]');
    if (Object.hasOwn(known, listed) && !form.has(name)) form.set(name, value);
  }
  return {
    submission: parseWithZod(form, { schema }),
    isTrapped: isHoneypotFilled(Object.fromEntries(sent)),
    captchaToken: sent.get(captchaField) ?? undefined,
  };
}
