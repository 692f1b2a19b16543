import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Eye } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { MailWords } from '#domain/settings/mail-words.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';

interface MailPreviewProps {
  mail: 'confirmation' | 'reminder';
  title: string;
  /** As they are typed. */
  words: { [Name in keyof MailWords]?: string | undefined } | undefined;
}

/** A look at a mail with the words that are typed, before they are saved. */
export function MailPreview({ mail, title, words }: MailPreviewProps) {
  const { api } = useAdminSession();
  const preview = useMutation({
    mutationFn: () => {
      const { subject = '', heading = '', introduction = '', closing = '' } = words ?? {};
      const json = { mail, words: { subject, heading, introduction, closing } };
      return parseResponse(api.settings.texts['mail-preview'].$post({ json }));
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => preview.mutate()}
        className="justify-self-start max-sm:w-full"
      >
        <Eye className="size-4.5" />
        Look at this mail<span className="sr-only"> ({title})</span>
      </Button>
      <Dialog isOpen={!preview.isIdle} onClose={preview.reset} title={title}>
        {preview.isPending && <Skeleton className="mt-4 h-96" />}
        {preview.isError && (
          <p role="alert" className="mt-4 font-medium text-danger">
            {messageOf(preview.error)}
          </p>
        )}
        {preview.data && (
          <>
            <p className="mt-2 text-sm">
              <span className="text-muted">Subject:</span>{' '}
              <span className="font-semibold">{preview.data.subject}</span>
            </p>
            <iframe
              title={`The mail: ${title}`}
              srcDoc={preview.data.html}
              sandbox=""
              className="mt-4 h-[60dvh] w-full rounded-sm border border-hairline bg-white"
            />
          </>
        )}
      </Dialog>
    </>
  );
}
