/** Whether nothing has the focus: a dialog that has just closed may still hold it, unseen. */
export const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, dialog:not([open]) *') ?? true;
