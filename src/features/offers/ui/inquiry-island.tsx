import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type IslandData, IslandFrame } from '#features/shell/ui/index.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { formatBriefRand } from '#rules/money.ts';
import type { PayOffer } from '#rules/pay-link.ts';
import { ButtonLink } from '#ui/button.tsx';
import { focusFirstField } from '#ui/dialog.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { type InquiredCourse, InquiryForm } from './inquiry-form.tsx';

export { mountToaster } from '#features/shell/ui/index.ts';

export interface InquiryIslandProps {
  inquiry: 'course' | 'blueprint';
  course?: InquiredCourse | undefined;
  notice: FormNoticeFacts;
  takesCodes: boolean;
}

/**
 * Renders a form into its dialog. It stays mounted, so that closing the dialog does not lose a
 * request in progress.
 */
export function mountInquiry(container: HTMLElement, dialog: HTMLDialogElement): void {
  const data: IslandData<InquiryIslandProps> = JSON.parse(container.dataset.inquiry ?? '');
  createRoot(container, { identifierPrefix: dialog.id }).render(
    <IslandFrame {...data}>
      <Inquiry {...data.props} dialog={dialog} />
    </IslandFrame>,
  );
}

/**
 * Focuses the first field when the dialog opens. While it is open, it also shows the notifications.
 */
function Inquiry({ dialog, ...form }: InquiryIslandProps & { dialog: HTMLDialogElement }) {
  const [isOpen, setIsOpen] = useState(dialog.open);
  const [offer, setOffer] = useState<PayOffer>();
  useEffect(() => {
    // Not every supported browser fires `toggle` events for dialogs.
    const observer = new MutationObserver(() => setIsOpen(dialog.open));
    observer.observe(dialog, { attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [dialog]);
  useEffect(() => {
    if (isOpen) focusFirstField(dialog);
  }, [isOpen, dialog]);
  return (
    <>
      <InquiryForm
        {...form}
        onSuccess={(made) => {
          setOffer(made);
          dialog.close();
        }}
      />
      {offer && <OfferToPay dialog={dialog} {...offer} />}
      {isOpen && <Toaster isInDialog />}
    </>
  );
}

const showAll = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Stays on the page, below the button that opened the form, when the notification is gone. */
function OfferToPay({ dialog, payPath, amountCents }: PayOffer & { dialog: HTMLDialogElement }) {
  const container = document.querySelector(`[data-pay-offer="${dialog.id}"]`);
  return (
    container &&
    createPortal(
      <div
        data-confirmation
        ref={showAll}
        className="mt-4 grid scroll-mt-[calc(var(--header-height)+3rem)] gap-3 rounded-sm border border-success p-4"
      >
        <p className="font-medium text-success">
          We’ve received your request.
          {amountCents !== null && ` The price is ${formatBriefRand(amountCents)}.`}
        </p>
        <ButtonLink to={payPath}>Pay now</ButtonLink>
      </div>,
      container,
    )
  );
}
