import { type ComponentProps, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { leadSources } from '#domain/lead.ts';
import { type Inquiry, InquiryForm } from './inquiry-form.tsx';

interface InquiryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'children'> {
  inquiry: Inquiry;
}

/** Opens the purchase inquiry. Without JavaScript it leads to the contact page. */
export function InquiryButton({ inquiry, variant, children }: InquiryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Made on the first opening, kept afterwards: closing must not lose a request on its way.
  const [hasOpened, setHasOpened] = useState(false);
  return (
    <>
      <form
        action="/contact"
        className="grid"
        onSubmit={(event) => {
          event.preventDefault();
          setHasOpened(true);
          setIsOpen(true);
        }}
      >
        <Button type="submit" aria-haspopup="dialog" {...(variant && { variant })}>
          {children}
        </Button>
      </form>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={leadSources[inquiry]}>
        {hasOpened && <InquiryForm inquiry={inquiry} onSuccess={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}
