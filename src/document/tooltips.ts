/** How long a pointer hovers over a control before its tooltip appears, in milliseconds. */
const delay = 700;

/**
 * If the last tooltip disappeared less than this ago, the next one appears immediately, in
 * milliseconds.
 */
const skipDelay = 300;

/** The minimum distance between a tooltip and the edges of the window, in pixels. */
const margin = 8;

/** Returns the accessible name of an icon-only control, and null for any other element. */
function iconNameOf(element: Element | null): string | null {
  return element?.textContent?.trim() === '' ? element.getAttribute('aria-label') : null;
}

const findControl = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest('button, a[href]') : null;

/**
 * Places the tooltip below its control, or above it if there is no room. It stays inside the
 * window.
 */
function place(tooltip: HTMLElement, control: HTMLElement): void {
  const around = control.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = around.left + (around.width - width) / 2;
  const hasRoomBelow = around.bottom + height + margin <= clientHeight;
  tooltip.style.left = `${Math.max(margin, Math.min(left, clientWidth - width - margin))}px`;
  tooltip.style.top = `${hasRoomBelow ? around.bottom : around.top - height}px`;
}

/** A popover is in the top layer, so it is not inert while a dialog is open. */
function createTooltip(): HTMLElement {
  const tooltip = document.createElement('div');
  tooltip.role = 'tooltip';
  tooltip.popover = 'manual';
  tooltip.className = 'tooltip';
  document.body.append(tooltip);
  return tooltip;
}

/**
 * Shows the names of icon-only controls: after a delay for a mouse, immediately for the keyboard,
 * never for touch. `first` is the element that the visitor has already reached.
 */
export function watchControls(first: Element, isPointed: boolean): void {
  const tooltip = createTooltip();
  /** The control under the pointer. */
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
  // When the pointer leaves the window, there is no `pointerover` event.
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
  // The same key press also closes the dialog around the control, as it would without a tooltip.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
  for (const kind of ['focusout', 'pointerdown', 'click']) {
    document.addEventListener(kind, hide, options);
  }
  const control = findControl(first);
  if (control?.matches(':focus-visible')) show(control);
  else if (isPointed && control?.matches(':hover')) point(control);
}
