import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '#features/admin-ui/ui/index.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

interface AccountSectionProps {
  id: string;
  title: string;
  note: string;
  content: ReactNode;
}

/** A section of the account page. */
export const AccountSection = ({ id, title, note, content }: AccountSectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="grid scroll-mt-16 gap-x-10 gap-y-5 border-b border-hairline py-6 first:pt-2 last:border-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
  >
    <div>
      <h2 id={`${id}-title`} className="text-heading">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{note}</p>
    </div>
    <div className="min-w-0 max-w-3xl">{content}</div>
  </section>
);

interface AccountChange {
  work: () => Promise<unknown>;
  done: string;
}

/** Changes the account, shows a message, and reloads the page's data. If that fails, shows why. */
export function useAccountChange() {
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: ({ work }: AccountChange) => work(),
    onSuccess(_, { done }) {
      toast.success(done);
      return revalidate();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

interface AccountEntryProps {
  title: ReactNode;
  children: ReactNode;
  /** `fullLabel` includes the name of the entry, for screen readers. */
  action?:
    | { label: string; fullLabel?: string; isBusy?: boolean; onClick: () => void }
    | false
    | undefined;
}

/** A list entry with its button. */
export const AccountEntry = ({ title, children, action }: AccountEntryProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-hairline py-4">
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      <p className="text-sm wrap-anywhere text-muted">{children}</p>
    </div>
    {action && (
      <Button
        variant="secondary"
        disabled={action.isBusy}
        aria-label={action.fullLabel}
        onClick={action.onClick}
      >
        {action.label}
      </Button>
    )}
  </li>
);
