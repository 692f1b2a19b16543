import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readTyped, restoreTyped } from './typed-words.ts';

/*
 * A page that the browser has translated by now no longer has the texts that React expects: React
 * renders it anew, which is no error. What was typed, and the focus, are put into the new fields.
 */

const isTranslated = document.querySelector('body font') !== null;
const typed = isTranslated ? readTyped() : undefined;

function KeepTyped() {
  useEffect(() => {
    if (typed) restoreTyped(typed);
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <KeepTyped />
    </StrictMode>,
    isTranslated ? { onRecoverableError() {} } : {},
  );
});
