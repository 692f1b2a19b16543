/** Whether nothing has the focus: a dialog that has just closed may still hold it, unseen. */
export const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, dialog:not([open]) *') ?? true;

/** The `ref` of a notice that takes the focus when it appears: what was pressed may be gone. */
export const takeFocus = (notice: HTMLElement | null): void => notice?.focus();
