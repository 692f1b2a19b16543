import { getInputProps } from '@conform-to/react';
import { parseResponse } from 'hono/client';
import { ExternalLink as ExternalIcon } from 'lucide-react';
import { z } from 'zod';
import { TextField } from '#app/ui/field.tsx';
import { ExternalLink } from '#app/ui/link.tsx';
import { site } from '#content/site.ts';
import { freebieForm, missingFile } from '#domain/media.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { UploadField } from '../../uploads/upload-field.tsx';
import { useUploadItems, useUploadQueue } from '../../uploads/upload-queues.tsx';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { busyWords } from '../form/busy-words.ts';
import { urlOfUpload } from '../form/url-of-upload.ts';
import { useAdminForm } from '../form/use-admin-form.ts';
import { AdminCard, cardActionClass } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { TabLayout } from '../tab-layout.tsx';

/** Free PDFs: uploaded, opened and deleted. */
export function FreebiesTab() {
  const api = useAdminApi();
  const list = useAdminList({
    table: 'freebies',
    what: 'freebies',
    readPage: (cursor, signal) =>
      parseResponse(api.freebies.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <TabLayout form={<FreebieForm />}>
      <AdminList list={list} label="Freebies" emptyText="No freebies found.">
        {({ id, title, file_url, created_at }) => (
          <AdminCard
            title={title}
            actions={
              <ExternalLink href={file_url} className={cardActionClass}>
                <ExternalIcon aria-hidden className="size-4" strokeWidth={1.75} />
                View<span className="sr-only"> {title}</span>
              </ExternalLink>
            }
            deletion={{
              id,
              table: 'freebies',
              noun: 'freebie',
              name: title,
              send: () =>
                parseResponse(
                  api.freebies[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
                ),
              done: 'Freebie deleted successfully',
              failed: (message, code) =>
                code === 'unusable-file-url' ? message : `Failed to delete freebie: ${message}`,
            }}
          >
            <p className="text-sm text-muted">
              <time dateTime={created_at}>{formatDateAndClock(created_at, site.timeZone)}</time>
            </p>
          </AdminCard>
        )}
      </AdminList>
    </TabLayout>
  );
}

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = freebieForm.omit({ file_url: true }).extend({
  upload: z.string(missingFile.freebie),
});

function FreebieForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({ kind: 'freebie', wrongKind: missingFile.freebie });
  const items = useUploadItems(queue);
  const { form, fields, ...shared } = useAdminForm({
    id: 'admin-freebie',
    table: 'freebies',
    schema: filledIn,
    async save({ upload, title }, id) {
      const file_url = await urlOfUpload(queue, upload);
      const response = await api.freebies.$post({ json: { title, file_url, id } });
      if (response.ok) queue.settle(upload);
      return response;
    },
    saved: 'Freebie uploaded successfully!',
    failed: (reason) => `Failed to save freebie details: ${reason}`,
  });
  return (
    <AdminForm
      title="New freebie"
      form={form}
      {...shared}
      action="Upload Freebie"
      busyAction={busyWords(items)}
    >
      <TextField
        {...getInputProps(fields.title, { type: 'text', ariaAttributes: false })}
        label="Title"
        errors={fields.title.errors}
      />
      <UploadField
        id={`${form.id}-file`}
        name={fields.upload.name}
        label="PDF"
        queue={queue}
        errors={fields.upload.errors}
      />
    </AdminForm>
  );
}
