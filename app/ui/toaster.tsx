import { Toaster as Sonner } from 'sonner';

/** Where notifications appear: bottom right, reached with Alt+T. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel="Notifications"
      duration={7000}
      closeButton
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-sm border border-hairline bg-raised p-4 pr-10 text-[0.9375rem] leading-snug text-ink shadow-lift',
          title: 'font-medium',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-danger',
          icon: 'mt-px shrink-0',
          closeButton:
            'absolute top-2.5 right-2.5 grid size-7 place-items-center rounded-sm text-muted hover:text-ink',
        },
      }}
    />
  );
}
