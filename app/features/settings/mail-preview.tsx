import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Eye } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { metaOf } from '#domain/settings/fields.ts';
import type { MailPreview as Mail } from '#domain/settings/mail-words.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import type { FieldProps } from './section-context.ts';

/** A preview of an email as it is typed. */
export function MailPreview({ field, schema }: FieldProps) {
  const { api } = useAdminSession();
  const title = metaOf(schema).label ?? 'Email';
  const mail = field.name.split('.').at(-1) as Mail['mail'];
  const preview = useMutation({
    mutationFn: () => {
      const words = { subject: '', heading: '', introduction: '', closing: '' };
      const json = { mail, words: { ...words, ...Object(field.value) } };
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
        Preview email<span className="sr-only"> ({title})</span>
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
              title={`Email: ${title}`}
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
