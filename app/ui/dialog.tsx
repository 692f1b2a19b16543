import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The name said to screen readers. Shown unless `isTitleHidden`. */
  title: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}

/** The browser's own modal, which keeps the focus and gives it back. A press outside closes it. */
function Modal({
  isOpen,
  onClose,
  title,
  isTitleHidden = false,
  children,
  className,
}: ModalProps & { className: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before other effects: whoever looks for the focus then finds it where the dialog gave it back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) {
      keepScrollbarWidth();
      dialog?.showModal();
      // A form begins at its first field rather than at the button that closes it.
      dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // At once: `close` comes a moment later, when it may have been opened anew.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => ref.current?.open || onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
      className={classNames('modal m-0 max-w-none bg-raised text-ink', className)}
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className={isTitleHidden ? 'sr-only' : 'pt-1.5 text-heading'}>
            {title}
          </h2>
          <IconButton label="Close" className="-mt-1.5 -mr-2.5 ml-auto" onClick={onClose}>
            <X className="size-5" strokeWidth={1.5} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Measures a classic scrollbar before it goes, so that what lies behind keeps its width (modal.css). */
function keepScrollbarWidth(): void {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

/** A dialog in the middle of the screen, at most 425 px wide. */
export const Dialog = (props: ModalProps) => (
  <Modal
    {...props}
    className="[--closed-at:0_0.75rem] m-auto max-h-[calc(100dvh-2rem)] w-[min(425px,calc(100vw-2rem))] border border-hairline p-7 shadow-lift"
  />
);

/** A drawer that slides in from the right. */
export const Drawer = (props: ModalProps) => (
  <Modal
    {...props}
    className="[--closed-at:100%_0] ml-auto h-dvh max-h-none w-[min(22rem,88vw)] border-l border-hairline px-7 py-5"
  />
);
