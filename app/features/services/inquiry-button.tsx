import { type ComponentProps, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { inquiryForm, leadSources } from '#domain/lead.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { useVisitorForm, VisitorForm } from '../forms/visitor-form.tsx';

interface InquiryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'children'> {
  inquiry: 'course' | 'blueprint';
}

/** Opens the purchase inquiry. Without JavaScript it leads to the contact page. */
export function InquiryButton({ inquiry, ...button }: InquiryButtonProps) {
  // The form is made on the first opening, and kept: closing must not lose a request on its way.
  const [isOpen, setIsOpen] = useState<boolean>();
  return (
    <>
      <form
        action="/contact"
        className="grid"
        onSubmit={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <Button type="submit" aria-haspopup="dialog" {...button} />
      </form>
      <Dialog
        isOpen={isOpen === true}
        onClose={() => setIsOpen(false)}
        title={leadSources[inquiry]}
      >
        {isOpen !== undefined && (
          <InquiryForm inquiry={inquiry} onSuccess={() => setIsOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

type InquiryFormProps = Pick<InquiryButtonProps, 'inquiry'> & { onSuccess: () => void };

/** A request to buy. It needs JavaScript: what opens it leads to the contact page without. */
function InquiryForm({ inquiry, onSuccess }: InquiryFormProps) {
  const source = leadSources[inquiry];
  const { fields, ...form } = useVisitorForm({
    id: `inquiry-${inquiry}`,
    schema: inquiryForm,
    path: '/api/leads',
    toRecord: (values) => ({ ...values, phone: values.phone || null, source }),
    toNotification: (values) => ({ ...values, source }),
    messages: {
      stored: "Thank you! We've received your request and will be in touch shortly.",
      failed: 'Failed to submit your request. Please try again.',
      failedInDialog: 'Your request has not been sent. What you typed is still here.',
    },
    onSuccess,
  });
  return (
    <VisitorForm
      {...form}
      action="Submit Request"
      busyAction="Submitting..."
      className="mt-5 grid gap-5"
      buttonClass="mt-1 w-full"
    >
      <TextInput field={fields.name} label="Name" autoComplete="name" />
      <TextInput field={fields.email} type="email" label="Email" autoComplete="email" />
      <TextInput field={fields.phone} type="tel" label="Phone" isOptional autoComplete="tel" />
    </VisitorForm>
  );
}
