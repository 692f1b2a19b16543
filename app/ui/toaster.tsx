import { useEffect, useRef } from 'react';
import { Toaster as Sonner, useSonner } from 'sonner';

/** Of several deletions in a row each can be undone: that many are within reach at once. */
const visibleToasts = 6;

/** Where notifications appear: in the browser's top layer, above a dialog that is open. */
export function Toaster() {
  const ref = useRef<HTMLDivElement>(null);
  const { toasts } = useSonner();
  const count = toasts.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new toast has to come to the top
  useEffect(() => {
    const layer = ref.current;
    if (!layer?.showPopover) return;
    if (layer.matches(':popover-open')) layer.hidePopover();
    layer.showPopover();
  }, [count]);

  return (
    <div
      ref={ref}
      popover="manual"
      className="inset-auto m-0 size-0 overflow-visible border-0 bg-transparent p-0"
    >
      <Sonner
        position="bottom-right"
        hotkey={['altKey', 'KeyT']}
        customAriaLabel="Notifications"
        duration={7000}
        closeButton
        visibleToasts={visibleToasts}
        style={{ fontFamily: 'inherit' }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'flex w-full items-start gap-3 rounded-sm border border-hairline bg-raised p-4 pr-10 text-[0.9375rem] leading-snug text-ink shadow-lift focus-visible:outline-2! focus-visible:outline-solid! focus-visible:outline-gold!',
            title: 'font-medium',
            description: 'text-sm text-muted',
            success: '[&_[data-icon]]:text-success',
            error: '[&_[data-icon]]:text-danger',
            icon: 'mt-px shrink-0',
            actionButton:
              'order-last -my-2 ml-auto min-h-11 shrink-0 rounded-sm px-3 font-semibold text-gold underline underline-offset-4 hover:text-ink',
            closeButton:
              'absolute top-2.5 right-2.5 grid size-7 place-items-center rounded-sm text-muted hover:text-ink',
          },
        }}
      />
    </div>
  );
}
