import { CircleAlert, CircleCheck, X } from 'lucide-react';
import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { type Toast, toast, toastStore } from './toast.ts';

/** Of several deletions in a row each can be undone: that many are within reach at once. */
const visibleToasts = 6;

/** A finger that has moved a notification this far to the right closes it, in pixels. */
const swipeDistance = 45;

function subscribeToVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const isPageHidden = () => document.visibilityState === 'hidden';

/**
 * Where notifications appear: in the browser's top layer, above a dialog that is open. Alt+T leads
 * to them; they wait while somebody is there, and while nobody sees the page. Our own, because every
 * page carries them: Sonner weighs 6 KB of script and 3 KB of style (Brotli) against 1. A dialog that
 * is open has one in it, which takes them over: nothing outside of it can be pressed.
 */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const id = useId();
  const dialog = isInDialog ? id : undefined;
  const ref = useRef<HTMLElement>(null);
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  const isShown = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.readDialog() === dialog,
    () => !isInDialog,
  );
  const isHidden = useSyncExternalStore(subscribeToVisibility, isPageHidden, () => false);
  const hasFocus = useRef(false);
  const cameFrom = useRef<EventTarget>(null);
  const { length } = toasts;

  useLayoutEffect(() => (dialog ? toastStore.enterDialog(dialog) : undefined), [dialog]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new toast has to come to the top
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

  // A notification that is removed takes the focus with it: give it back to where it was.
  useLayoutEffect(() => {
    const isInside = ref.current?.contains(document.activeElement) === true;
    if (!hasFocus.current || (isInside && toasts.length > 0)) return;
    hasFocus.current = false;
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  }, [toasts]);

  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    hasFocus.current = true;
  };
  if (!isShown) return null;
  const layer = (
    <section
      ref={ref}
      data-toaster
      popover="manual"
      aria-label="Notifications"
      aria-live="polite"
      tabIndex={-1}
      onFocus={onFocus}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hasFocus.current = false;
      }}
      onPointerUp={({ currentTarget }) => currentTarget.toggleAttribute('data-pressed', true)}
      onPointerMove={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      className="fixed z-50 inset-auto right-4 bottom-4 m-0 w-[min(22.25rem,calc(100vw-2rem))] overflow-visible border-0 bg-transparent p-0 text-ink sm:right-6 sm:bottom-6"
    >
      <ol className="grid gap-3.5">
        {toasts.slice(-visibleToasts).map((shown) => (
          <Notification key={shown.id} shown={shown} isHidden={isHidden} />
        ))}
      </ol>
    </section>
  );
  return (
    <>
      {layer}
      {/* On a phone the end of a dialog can be scrolled out from under it. */}
      {isInDialog && length > 0 && <div className="h-28 shrink-0 sm:hidden" />}
    </>
  );
}

/**
 * Whether somebody is reading: the mouse or the keyboard focus is on the notifications. After a press
 * the mouse often just rests there, and after a tap `:hover` stays: neither counts.
 */
function isHeld(layer: Element | null | undefined): boolean {
  const focused = document.activeElement;
  return (
    (matchMedia('(hover: hover)').matches &&
      layer?.matches(':hover:not([data-pressed])') === true) ||
    (layer?.contains(focused) === true && focused?.matches(':focus-visible') === true)
  );
}

function Notification({ shown, isHidden }: { shown: Toast; isHidden: boolean }) {
  const { id, kind, title, description, action, duration, closeButton = true, isLeaving } = shown;
  const ref = useRef<HTMLLIElement>(null);
  const swipeStart = useRef<number>(null);
  const close = () => toast.dismiss(id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text restarts the time
  useEffect(() => {
    if (isHidden || duration === Number.POSITIVE_INFINITY) return;
    const timer = setInterval(() => {
      if (!isHeld(ref.current?.closest('[data-toaster]'))) toast.dismiss(id);
    }, duration);
    return () => clearInterval(timer);
  }, [shown, isHidden, id, duration]);

  useEffect(() => {
    if (!isLeaving) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const leaving = ref.current?.animate({ opacity: 0 }, { duration: isStill ? 0 : 200 });
    leaving?.finished.then(
      () => toastStore.remove(id),
      () => {},
    );
    return () => leaving?.cancel();
  }, [isLeaving, id]);

  const swipe = ({ type, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (swipeStart.current === null) return;
    const distance = Math.max(0, clientX - swipeStart.current);
    const isOver = type !== 'pointermove';
    currentTarget.style.translate = isOver ? '' : `${distance}px`;
    if (!isOver) return;
    swipeStart.current = null;
    if (distance > swipeDistance) close();
  };

  const Icon = kind === 'success' ? CircleCheck : CircleAlert;
  return (
    <li
      ref={ref}
      data-toast={kind}
      onPointerDown={({ pointerType, clientX }) => {
        if (pointerType === 'touch') swipeStart.current = clientX;
      }}
      onPointerMove={swipe}
      onPointerUp={swipe}
      onPointerCancel={swipe}
      // A stack of them would cover half of a phone.
      className="relative flex touch-pan-y items-start gap-3 rounded-sm border border-hairline bg-raised p-4 pr-12 max-sm:not-last:not-focus-within:hidden text-[0.9375rem] leading-snug shadow-lift transition duration-400 ease-out starting:translate-y-full starting:opacity-0"
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
          onClick={(event) => {
            action.onClick(event);
            if (!event.defaultPrevented) close();
          }}
        >
          {action.label}
        </button>
      )}
      {closeButton && (
        <button
          type="button"
          aria-label="Close toast"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-sm text-muted hover:text-ink"
          onClick={close}
        >
          <X className="size-3.5" />
        </button>
      )}
    </li>
  );
}
