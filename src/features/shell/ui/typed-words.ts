import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { HydrationOptions } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  values: Map<string, string>;
  focused: Element | null;
}

const selector =
  ':is(input:not([type=hidden], [type=file], [type=radio], [type=checkbox]), textarea, select)[id]';

/** Returns the values of the page's fields by id, and the field that has the focus. */
const readTyped = (): Typed => ({
  values: new Map(
    [...document.querySelectorAll<Field>(selector)].map(({ id, value }) => [id, value]),
  ),
  focused: document.activeElement,
});

/** Restores the values of empty fields by id, with the events that typing would fire. */
function restoreTyped({ values, focused }: Typed): void {
  for (const field of document.querySelectorAll<Field>(selector)) {
    const value = values.get(field.id);
    if (!value || field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused && !focused.isConnected) document.getElementById(focused.id)?.focus();
}

/**
 * If a translation, an extension or the phone changes a page before hydration, React finds other
 * elements than expected and renders the page again. `KeepTyped` restores what was typed, the focus,
 * and what the head script has set on `<html>`. It wraps its children, because a sibling would change
 * the ids of `useId`.
 */
export function keepTypedWords() {
  const { dataset } = document.documentElement;
  const { late: _, ...marks } = dataset;
  let typed = readTyped();
  const remember = () => {
    typed = readTyped();
  };
  for (const kind of ['input', 'focusin']) document.addEventListener(kind, remember);
  function KeepTyped({ children }: { children: ReactNode }) {
    useLayoutEffect(() => {
      Object.assign(dataset, { ...marks, ...dataset });
    }, []);
    useEffect(() => {
      for (const kind of ['input', 'focusin']) document.removeEventListener(kind, remember);
      restoreTyped(typed);
    }, []);
    return children;
  }
  const options: HydrationOptions = {
    // No error: the page works. The browser tests fail on this message.
    onRecoverableError: (error) => console.debug('React rendered the page again:', error),
  };
  return { KeepTyped, options };
}
