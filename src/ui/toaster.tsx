import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Toast, toast, toastStore } from './toast.ts';

/** Several, because each of several deletions in a row can be undone. */
const visibleToasts = 6;

function subscribeToVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const isPageHidden = () => document.visibilityState === 'hidden';

/**
 * Shows notifications in the browser's top layer. Alt+T moves the focus to them. They stay while
 * they are hovered or focused, and while the page is hidden. An open dialog shows them itself,
 * because nothing outside it can be pressed.
 */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const id = useId();
  const dialog = isInDialog ? id : undefined;
  const ref = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  const isShown = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.readDialog() === dialog,
    () => !isInDialog,
  );
  const isHidden = useSyncExternalStore(subscribeToVisibility, isPageHidden, () => false);
  const { length } = toasts;

  useLayoutEffect(() => (dialog ? toastStore.enterDialog(dialog) : undefined), [dialog]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast moves to the top
  useLayoutEffect(() => {
    const layer = ref.current;
    if (!layer?.showPopover || layer.contains(document.activeElement)) return;
    if (layer.matches(':popover-open')) layer.hidePopover?.();
    layer.showPopover();
  }, [length, isShown]);

  useEffect(() => {
    const onKeyDown = ({ altKey, code }: KeyboardEvent) => {
      if (altKey && code === 'KeyT' && ref.current?.querySelector('li')) ref.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  // When a notification with the focus is removed, the focus returns to its previous place.
  useLayoutEffect(() => {
    const isInside = ref.current?.contains(document.activeElement) === true;
    if (!(cameFrom.current instanceof HTMLElement) || (isInside && length > 0)) return;
    cameFrom.current.focus({ preventScroll: true });
    cameFrom.current = null;
  }, [length]);

  if (!isShown) return null;
  return (
    <>
      <section
        ref={ref}
        data-toaster
        popover="manual"
        aria-label="Notifications"
        aria-live="polite"
        tabIndex={-1}
        onFocus={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = null;
        }}
        className="fixed z-50 inset-auto right-4 bottom-4 m-0 w-[min(22.25rem,calc(100vw-2rem))] overflow-visible border-0 bg-transparent p-0 text-ink sm:right-6 sm:bottom-6"
      >
        <ol className="grid gap-3.5">
          {toasts.slice(-visibleToasts).map((shown) => (
            <Notification key={shown.id} shown={shown} isHidden={isHidden} />
          ))}
        </ol>
      </section>
      {/* Padding, so that the end of a dialog can be scrolled above the notifications on a phone. */}
      {isInDialog && length > 0 && <div className="h-28 shrink-0 sm:hidden" />}
    </>
  );
}

/**
 * Whether the mouse or the keyboard focus is on the notifications. On touch screens, `:hover`
 * persists after a tap.
 */
function isHeld(layer: Element | null | undefined): boolean {
  const focused = document.activeElement;
  return (
    (layer?.contains(focused) === true && focused?.matches(':focus-visible') === true) ||
    (layer?.matches(':hover') === true && matchMedia('(hover: hover)').matches)
  );
}

function Notification({ shown, isHidden }: { shown: Toast; isHidden: boolean }) {
  const { id, kind, title, description, action, duration } = shown;
  const ref = useRef<HTMLLIElement>(null);
  const close = () => toast.dismiss(id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text restarts the timer
  useEffect(() => {
    if (isHidden) return;
    const timer = setInterval(() => {
      if (!isHeld(ref.current?.closest('[data-toaster]'))) toast.dismiss(id);
    }, duration);
    return () => clearInterval(timer);
  }, [shown, isHidden, id, duration]);

  const Icon = kind === 'success' ? CircleCheck : CircleAlert;
  return (
    <li
      ref={ref}
      data-toast={kind}
      // A phone only has room for the newest one.
      className="relative flex items-start gap-3 rounded-sm border border-hairline bg-raised p-4 pr-12 max-sm:not-last:not-focus-within:hidden text-[0.9375rem] leading-snug shadow-lift transition duration-400 ease-out starting:translate-y-full starting:opacity-0"
    >
      <Icon
        className={`mt-px size-5 shrink-0 ${kind === 'success' ? 'text-success' : 'text-danger'}`}
      />
      <div>
        <p className="font-medium">{title}</p>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="-my-2 ml-auto min-h-11 shrink-0 rounded-sm px-3 font-semibold text-gold underline underline-offset-4 hover:text-ink"
          onClick={() => {
            action.onClick();
            close();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close toast"
        className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-sm text-muted hover:text-ink"
        onClick={close}
      >
        <X className="size-3.5" />
      </button>
    </li>
  );
}
