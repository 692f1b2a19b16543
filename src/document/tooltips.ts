/** How long a pointer rests on a control before its tooltip comes, in milliseconds. */
const delay = 700;

/** Within this time after one tooltip has gone the next one comes at once, in milliseconds. */
const skipDelay = 300;

/** The least room between a tooltip and the window's edges, in pixels. */
const margin = 8;

/** The name of a control that shows nothing but an icon; nothing for every other element. */
function iconNameOf(element: Element | null): string | null {
  return element?.textContent?.trim() === '' ? element.getAttribute('aria-label') : null;
}

const findControl = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest('button, a[href]') : null;

/** Puts the tooltip below its control, above it where there is no room, always inside the window. */
function place(tooltip: HTMLElement, control: HTMLElement): void {
  const around = control.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = around.left + (around.width - width) / 2;
  const hasRoomBelow = around.bottom + height + margin <= clientHeight;
  tooltip.style.left = `${Math.max(margin, Math.min(left, clientWidth - width - margin))}px`;
  tooltip.style.top = `${hasRoomBelow ? around.bottom : around.top - height}px`;
}

/** An open dialog makes everything outside it inert, except the top layer. */
function createTooltip(): HTMLElement {
  const tooltip = document.createElement('div');
  tooltip.role = 'tooltip';
  tooltip.popover = 'manual';
  tooltip.className = 'tooltip';
  document.body.append(tooltip);
  return tooltip;
}

/**
 * Shows the names of controls that are only an icon. A pointer waits and may go onto the tooltip,
 * the keyboard does not wait, a finger sees none. `first` is what the visitor has reached already.
 */
export function watchControls(first: Element, isPointed: boolean): void {
  const tooltip = createTooltip();
  /** What the pointer is on. */
  let pointed: HTMLElement | null = null;
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goneAt = Number.NEGATIVE_INFINITY;

  function hide(): void {
    clearTimeout(timer);
    if (!shown) return;
    shown = null;
    goneAt = performance.now();
    tooltip.hidePopover?.();
  }

  function show(control: HTMLElement): void {
    hide();
    const name = iconNameOf(control);
    if (name === null || !control.isConnected) return;
    shown = control;
    tooltip.textContent = name;
    tooltip.showPopover?.();
    place(tooltip, control);
  }

  function point(control: HTMLElement | null): void {
    if (control === pointed) return;
    hide();
    pointed = control;
    if (!control) return;
    if (performance.now() - goneAt < skipDelay) show(control);
    else timer = setTimeout(() => show(control), delay);
  }

  const options = { capture: true, passive: true };
  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType !== 'touch' && target !== tooltip) point(findControl(target));
    },
    options,
  );
  // Nothing is entered where the pointer leaves the window.
  document.addEventListener('pointerout', (event) => event.relatedTarget || point(null), options);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const control = findControl(target);
      if (control?.matches(':focus-visible')) show(control);
    },
    options,
  );
  document.addEventListener('scroll', () => shown && place(tooltip, shown), options);
  // A dialog that it stands in closes by the same press, as it would without a tooltip.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
  for (const kind of ['focusout', 'pointerdown', 'click']) {
    document.addEventListener(kind, hide, options);
  }
  const control = findControl(first);
  if (control?.matches(':focus-visible')) show(control);
  else if (isPointed && control?.matches(':hover')) point(control);
}
