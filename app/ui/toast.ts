/** What a notification says, how long it stays, and what can be done about it. */
interface ToastOptions {
  /** A second one with the same id takes the place of the first. */
  id?: string;
  description?: string;
  /** In milliseconds; it stays until it is closed when this is infinite. */
  duration?: number;
  closeButton?: boolean;
  /** A press closes the notification, unless it prevents the event's default. */
  action?: { label: string; onClick: (event: { preventDefault: () => void }) => void };
}

export interface Toast extends ToastOptions {
  id: string;
  kind: 'success' | 'error';
  title: string;
  duration: number;
  /** It fades out, and is gone then. */
  isLeaving?: boolean;
}

const defaultDuration = 7_000;

let toasts: readonly Toast[] = [];
/** The dialogs that are open, the topmost last: what lies below them cannot be pressed. */
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
      : [...toasts.filter((one) => !isOutdone(one, shown)), shown],
  );
}

/**
 * Whether a notification has nothing left to say beside a new one: they would cover a phone. What
 * can be undone stays within reach, and what has failed is read, though the same not twice.
 */
function isOutdone(one: Toast, { kind, title, description }: Omit<Toast, 'duration'>): boolean {
  if (one.action || one.kind !== kind) return false;
  return kind === 'success' || (one.title === title && one.description === description);
}

/** Notifies the visitor, wherever they are on the page. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  dismiss(id: string): void {
    if (toasts.some((one) => one.id === id))
      update(toasts.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)));
  },
};

/** What the {@link toast}s are shown from. */
export const toastStore = {
  read: () => toasts,
  /** The dialog in which they are shown; on the page itself when there is none. */
  readDialog: () => dialogs.at(-1),
  /** Shows them in a dialog, until what it returns is called. */
  enterDialog(dialog: string) {
    dialogs = [...dialogs, dialog];
    announce();
    return () => {
      dialogs = dialogs.filter((one) => one !== dialog);
      announce();
    };
  },
  remove: (id: string) => update(toasts.filter((one) => one.id !== id)),
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
