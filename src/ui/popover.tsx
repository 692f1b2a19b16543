import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface PopoverProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  trigger: ReactNode;
  children: ReactNode;
}

/** A panel below its trigger. Escape, a press outside and moving the focus outside close it. */
export function Popover({ isOpen, onClose, label, trigger, children }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen) panelRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    const closeIfOutside = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeIfOutside, { signal: leaving.signal });
    document.addEventListener('focusin', closeIfOutside, { signal: leaving.signal });
    return () => leaving.abort();
  }, [isOpen, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    event.stopPropagation();
    // Keeps a dialog around it open.
    event.preventDefault();
    onClose();
    ref.current?.querySelector('button')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events from inside
    <div ref={ref} className="relative min-w-0" onKeyDown={onKeyDown}>
      {trigger}
      {isOpen && (
        <div
          ref={panelRef}
          role="dialog"
          aria-label={label}
          className="absolute top-full scroll-mb-4 left-0 z-20 mt-2 w-[min(22rem,100%)] min-w-72 rounded-sm border border-hairline-strong bg-raised p-1 shadow-lift sm:p-4"
        >
          {children}
        </div>
      )}
    </div>
  );
}
