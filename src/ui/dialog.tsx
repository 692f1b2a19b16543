import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { ButtonWithoutScripts, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Toaster } from './toaster.tsx';

interface FrameProps {
  /** The accessible name. Shown unless `isTitleHidden`. */
  title: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}

interface CommandProps extends FrameProps {
  /** The `commandfor` of the button that opens it. */
  id: string;
}

interface DialogProps extends FrameProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Focuses the first field of a form instead of the Close button. */
export function focusFirstField(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

const closeClass = 'relative -mt-1.5 -mr-2.5 ml-auto';

/** A native modal dialog, which traps the focus and restores it. */
function Frame({
  title,
  isTitleHidden = false,
  close,
  children,
  className,
  ...dialog
}: ComponentProps<'dialog'> & FrameProps & { close: ComponentProps<'button'> }) {
  const titleId = useId();
  return (
    <dialog
      {...dialog}
      aria-labelledby={titleId}
      className={classNames('modal m-0 max-w-none bg-raised text-ink', className)}
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className={isTitleHidden ? 'sr-only' : 'pt-1.5 text-heading'}>
            {title}
          </h2>
          <IconButton label="Close" className={closeClass} {...close}>
            <X className="size-5" strokeWidth={1.5} />
          </IconButton>
          {close.commandfor && (
            <ButtonWithoutScripts label="Close" href="#main" className={closeClass}>
              <X className="size-5" strokeWidth={1.5} />
            </ButtonWithoutScripts>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/**
 * A modal that buttons open with invoker commands, without React (src/document/dialogs.ts). A press
 * outside closes it.
 */
const CommandModal = ({ id, ...frame }: CommandProps & { className: string }) => (
  <Frame
    {...frame}
    id={id}
    close={{ command: 'close', commandfor: id }}
    suppressHydrationWarning
    closedby="any"
  />
);

const dialogClass =
  '[--closed-at:0_0.75rem] m-auto max-h-[calc(100dvh-2rem)] w-[min(425px,calc(100vw-2rem))] border border-hairline p-7 shadow-lift';

/** A modal that its parent opens. A press outside closes it. */
function OwnedModal({ isOpen, onClose, children, ...frame }: DialogProps & { className: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  // Runs before other effects that check the focus, because closing the dialog restores it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) {
      keepScrollbarWidth();
      dialog?.showModal();
      focusFirstField(dialog);
    }
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    <Frame
      {...frame}
      ref={ref}
      close={{ onClick: onClose }}
      // The `close` event fires later, when the dialog may be open again.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Ignores the event of our own `close()`, because the dialog may be open again.
      onClose={() => isOpen && !ref.current?.open && onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      {children}
      {isOpen && <Toaster isInDialog />}
    </Frame>
  );
}

/** A centred dialog, at most 425 px wide. */
export const Dialog = (props: DialogProps) => <OwnedModal {...props} className={dialogClass} />;

/** A full-height panel on the right, which fills the screen on phones. */
export const SidePanel = (props: DialogProps) => (
  <OwnedModal
    {...props}
    className="[--closed-at:100%_0] ml-auto h-dvh max-h-none w-[min(38rem,100vw)] border-hairline sm:border-l px-(--gutter) py-5 sm:px-8"
  />
);

/**
 * Measures a classic scrollbar before it disappears, so that the page keeps its width (modal.css).
 */
function keepScrollbarWidth(): void {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

/** The same dialog, opened by an invoker command. */
export const CommandDialog = (props: CommandProps) => (
  <CommandModal {...props} className={dialogClass} />
);

/** A drawer that slides in from the right, opened by an invoker command. */
export const Drawer = (props: CommandProps) => (
  <CommandModal
    {...props}
    className="[--closed-at:100%_0] ml-auto h-dvh max-h-none w-[min(22rem,88vw)] border-l border-hairline px-7 py-5"
  />
);
