import type { ComponentProps } from 'react';
import { linkRefused } from '#domain/account.ts';
import { Door, DoorLinks } from './door.tsx';
import { DoorForm } from './door-form.tsx';

interface MailedLinkProps extends Omit<ComponentProps<typeof DoorForm>, 'hidden'> {
  title: string;
  introduction: string;
  link: { token: string; isGood: boolean };
  /** Where another link is asked for. */
  askPath: string;
}

/** The page that a mailed link leads to. It does nothing before its button is pressed: mail scanners open links too. */
export function MailedLink({ title, introduction, link, askPath, ...form }: MailedLinkProps) {
  if (link.isGood) {
    return (
      <Door title={title} introduction={introduction}>
        <DoorForm {...form} hidden={{ token: link.token }} />
      </Door>
    );
  }
  return (
    <Door title={title} introduction={linkRefused}>
      <DoorLinks
        links={[
          { label: 'Ask for another one', to: askPath },
          { label: 'Back to sign in', to: '/login' },
        ]}
      />
    </Door>
  );
}
