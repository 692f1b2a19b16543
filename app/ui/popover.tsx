import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface PopoverProps {
  isOpen: boolean;
  onClose: () => void;
  /** The name said to screen readers. */
  label: string;
  /** What it hangs from. */
  trigger: ReactNode;
  children: ReactNode;
}

/** A panel below what opened it: Escape, a press outside or leaving it with the keyboard closes it. */
export function Popover({ isOpen, onClose, label, trigger, children }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen) panelRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    const closeIfBeside = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeIfBeside);
    document.addEventListener('focusin', closeIfBeside);
    return () => {
      document.removeEventListener('pointerdown', closeIfBeside);
      document.removeEventListener('focusin', closeIfBeside);
    };
  }, [isOpen, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
    ref.current?.querySelector('button')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens inside, and offers nothing itself
    <div ref={ref} className="relative" onKeyDown={onKeyDown}>
      {trigger}
      {isOpen && (
        <div
          ref={panelRef}
          role="dialog"
          aria-label={label}
          className="absolute top-full scroll-mb-4 left-0 z-20 mt-2 w-[min(22rem,100%)] min-w-72 rounded-sm border border-hairline-strong bg-raised p-4 shadow-lift"
        >
          {children}
        </div>
      )}
    </div>
  );
}
