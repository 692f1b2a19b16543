/** Whether no visible element has the focus. A dialog that has just closed may still have it. */
export const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, dialog:not([open]) *') ?? true;

/** The `ref` of a notice that takes the focus when it appears. */
export const takeFocus = (notice: HTMLElement | null): void => notice?.focus();
