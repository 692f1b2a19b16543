type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  values: Map<string, string>;
  focused: string | undefined;
}

const selector =
  ':is(input:not([type=hidden], [type=file], [type=radio], [type=checkbox]), textarea, select)[id]';

/** Returns what stands in the fields of the page, by their ids, and which of them has the focus. */
export const readTyped = (): Typed => ({
  values: new Map(
    [...document.querySelectorAll<Field>(selector)].map(({ id, value }) => [id, value]),
  ),
  focused: document.activeElement?.id,
});

/** Writes it into the fields that have these ids now and are empty, as a visitor would. */
export function restoreTyped({ values, focused }: Typed): void {
  for (const field of document.querySelectorAll<Field>(selector)) {
    const value = values.get(field.id);
    if (!value || field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}
