import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { Door, DoorLinks, DoorNotice } from './door.tsx';
import { DoorForm } from './door-form.tsx';

interface MailRequestProps extends ComponentProps<typeof DoorForm> {
  title: string;
  introduction: string;
  /** What is said once the mail is owed, whoever asked. */
  sent: string;
}

/** A page that asks for a mail, and then says where to look. */
export function MailRequest({ title, introduction, sent, ...form }: MailRequestProps) {
  const [search] = useSearchParams();
  return (
    <Door title={title} introduction={introduction}>
      {search.has('sent') && <DoorNotice>{sent}</DoorNotice>}
      <DoorForm {...form} />
      <DoorLinks links={[{ label: 'Back to sign in', to: '/login' }]} />
    </Door>
  );
}
