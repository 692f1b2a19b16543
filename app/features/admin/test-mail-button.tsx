import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Send } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';

/** Sends a test email to the mentor, and says what the mail server answered. */
export function TestMailButton({ onDone }: { onDone: () => void }) {
  const { api } = useAdminSession();
  const test = useMutation({
    mutationFn: () => parseResponse(api['first-steps']['test-mail'].$post()),
    onSuccess: ({ is_accepted, recipient, answer }) => {
      if (is_accepted)
        toast.success(`A test email is on its way to ${recipient}.`, { description: answer });
      onDone();
    },
  });
  const isRefused = test.data?.is_accepted === false;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        <Send className="size-4" />
        {test.isPending ? 'Sending...' : 'Send a test email'}
      </Button>
      {(isRefused || test.isError) && (
        <p role="alert" className="text-sm font-medium text-danger">
          {test.data?.answer ?? messageOf(test.error)}
        </p>
      )}
    </div>
  );
}
