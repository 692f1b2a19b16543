import { type ReactNode, useEffect } from 'react';
import type { HydrationOptions } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  values: Map<string, string>;
  focused: string | undefined;
}

const selector =
  ':is(input:not([type=hidden], [type=file], [type=radio], [type=checkbox]), textarea, select)[id]';

/** Returns the values of the page's fields by id, and the field that has the focus. */
const readTyped = (): Typed => ({
  values: new Map(
    [...document.querySelectorAll<Field>(selector)].map(({ id, value }) => [id, value]),
  ),
  focused: document.activeElement?.id,
});

/** Restores the values of empty fields by id, with the events that typing would fire. */
function restoreTyped({ values, focused }: Typed): void {
  for (const field of document.querySelectorAll<Field>(selector)) {
    const value = values.get(field.id);
    if (!value || field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

/**
 * If the browser translates a page before hydration, React finds other texts than expected and
 * renders the page again. `KeepTyped` restores what was typed and the focus. It wraps its children,
 * because a sibling would change the ids of `useId`.
 */
export function keepTypedWords() {
  const isTranslated = document.querySelector('body font') !== null;
  const typed = isTranslated ? readTyped() : undefined;
  function KeepTyped({ children }: { children: ReactNode }) {
    useEffect(() => {
      if (typed) restoreTyped(typed);
    }, []);
    return children;
  }
  const options: HydrationOptions = isTranslated ? { onRecoverableError() {} } : {};
  return { KeepTyped, options };
}
