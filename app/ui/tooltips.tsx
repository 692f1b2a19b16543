import { useEffect, useRef } from 'react';

/**
 * Tooltips of all icon-only controls of the page: their `aria-label`s. What shows them comes once
 * the page is alive. Our own, because every page carries it: Radix's, which behaves alike, weighs
 * 17 KB (Brotli) against 1.
 */
export function Tooltips() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tooltip = ref.current;
    if (!tooltip?.showPopover) return;
    const stopping = new AbortController();
    import('./watch-controls.ts').then(
      ({ watchControls }) => watchControls(tooltip, stopping.signal),
      // Without a connection controls have no tooltips; their names are in the markup.
      () => {},
    );
    return () => stopping.abort();
  }, []);
  return (
    <div
      ref={ref}
      role="tooltip"
      popover="manual"
      // The clear border lets a pointer come over from the control.
      className="inset-auto m-0 max-w-64 rounded-sm border-6 border-transparent bg-ink bg-clip-padding px-2.5 py-1 text-sm font-medium text-ground"
    />
  );
}
