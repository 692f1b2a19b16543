/*
 * Imported for its effect, by what writes instants as a page comes alive. The first format that a browser
 * makes takes a slow telephone 45 ms or more, whatever it is for. Made as this module begins, that is a
 * task of its own, and no part of a component's time; for a page that is only loaded ahead it can wait.
 * It imports nothing (the word is `alive` of early-presses.ts) and has a file of its own (vite.config.ts).
 */
if (typeof document !== 'undefined' && !('alive' in document.documentElement.dataset)) {
  new Intl.DateTimeFormat();
}

export {};
