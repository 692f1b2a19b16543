import { type ReactNode, useLayoutEffect } from 'react';
import type { HydrationOptions } from 'react-dom/client';
import { type Control, isChanged, isChoice, isControl } from '#ui/controls.ts';

interface Typed {
  /** The text of each changed control, or whether a choice is selected. */
  changes: Map<string, string | boolean>;
  focused: Element | null;
  focusedKey: string | undefined;
}

/** Identifies a control after React has rendered it again. Only choices have no id. */
const keyOf = ({ id, form, name, value }: Control) =>
  id || `${form?.getAttribute('id')} ${name} ${value}`;

const findControls = (): Control[] =>
  [...document.querySelectorAll('input, textarea, select')].filter(isControl);

function readTyped(): Typed {
  const focused = document.activeElement;
  return {
    changes: new Map(
      findControls()
        .filter(isChanged)
        .map((control) => [keyOf(control), isChoice(control) ? control.checked : control.value]),
    ),
    focused,
    focusedKey: isControl(focused) ? keyOf(focused) : focused?.id,
  };
}

/**
 * Restores the changed controls and the focus. Fires the events that typing would fire, because no
 * component has heard the first ones.
 */
function restoreTyped({ changes, focused, focusedKey }: Typed): void {
  const controls = findControls();
  for (const control of controls) {
    const typed = changes.get(keyOf(control));
    if (typed === undefined) continue;
    if (isChoice(control)) control.checked = typed === true;
    else if (control.value !== typed) control.value = String(typed);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!focused || focused.isConnected || !focusedKey) return;
  const found = controls.find((control) => keyOf(control) === focusedKey);
  (found ?? document.getElementById(focusedKey))?.focus();
}

/**
 * React does not know what was typed before hydration, and it resets a textarea that has a default.
 * If a translation, an extension or the phone has changed the page, React finds other elements than
 * expected and renders the page again. `KeepTyped` restores what was typed, the focus, and what the
 * head script has set on `<html>`. It wraps its children, because a sibling would change the ids of
 * `useId`.
 */
export function keepTypedWords() {
  const { dataset } = document.documentElement;
  const { late: _, ...marks } = dataset;
  let typed = readTyped();
  const remember = () => {
    typed = readTyped();
  };
  const stopRemembering = new AbortController();
  // In the capture phase: React stops the propagation of some events while it hydrates.
  for (const kind of ['input', 'focusin'])
    addEventListener(kind, remember, { capture: true, signal: stopRemembering.signal });
  function KeepTyped({ children }: { children: ReactNode }) {
    useLayoutEffect(() => {
      Object.assign(dataset, { ...marks, ...dataset });
      stopRemembering.abort();
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
