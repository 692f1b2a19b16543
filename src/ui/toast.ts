/** The options of a notification. */
interface ToastOptions {
  /** A notification with the same id is replaced. */
  id?: string;
  description?: string;
  /** In milliseconds. */
  duration?: number;
  /** Pressing the button closes the notification. */
  action?: { label: string; onClick: () => void };
}

export interface Toast extends ToastOptions {
  id: string;
  kind: 'success' | 'error';
  title: string;
  duration: number;
}

const defaultDuration = 7_000;

let toasts: readonly Toast[] = [];
/** The open dialogs, the topmost last. Nothing below a modal dialog can be pressed. */
let dialogs: readonly string[] = [];
let count = 0;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function update(changed: readonly Toast[]): void {
  toasts = changed;
  announce();
}

function show(kind: Toast['kind'], title: string, options: ToastOptions = {}): void {
  count += 1;
  const shown = { id: `toast-${count}`, duration: defaultDuration, ...options, kind, title };
  const isKnown = toasts.some(({ id }) => id === shown.id);
  update(
    isKnown
      ? toasts.map((one) => (one.id === shown.id ? shown : one))
      : [...toasts.filter((one) => !isOutdated(one, shown)), shown],
  );
}

/**
 * Whether a new notification replaces an older one. A success replaces older ones, an error the
 * same error. Those with an action stay.
 */
function isOutdated(one: Toast, { kind, title, description }: Toast): boolean {
  if (one.action || one.kind !== kind) return false;
  return kind === 'success' || (one.title === title && one.description === description);
}

/** Shows notifications to the user. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  dismiss(id: string): void {
    if (toasts.some((one) => one.id === id)) update(toasts.filter((one) => one.id !== id));
  },
};

/** The {@link toast}s that are shown, and where. */
export const toastStore = {
  read: () => toasts,
  /** The dialog that shows them; undefined for the page itself. */
  readDialog: () => dialogs.at(-1),
  /** Shows them in a dialog, until the returned function is called. */
  enterDialog(dialog: string) {
    dialogs = [...dialogs, dialog];
    announce();
    return () => {
      dialogs = dialogs.filter((one) => one !== dialog);
      announce();
    };
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
