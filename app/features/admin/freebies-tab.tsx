import { ExternalLink } from 'lucide-react';
import { site } from '#content/site.ts';
import { freebieForm, missingFile } from '#domain/media.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, FormBesideList, useAdminForm } from './admin-form.tsx';
import { CardLink, RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { saveUpload, useBusyWords } from './save-upload.ts';
import { useRecords } from './use-records.ts';

/** Free PDFs: uploaded, opened and deleted. */
export function FreebiesTab() {
  const freebies = useRecords('freebies', {
    noun: 'freebie',
    deletionFailed: (message, code) =>
      code === 'unusable-file-url' ? message : `Failed to delete freebie: ${message}`,
  });
  return (
    <FormBesideList form={<FreebieForm />}>
      <RecordList records={freebies}>
        {({ id, title, file_url, created_at }) => (
          <RecordCard
            title={title}
            actions={
              <CardLink icon={ExternalLink} href={file_url} isExternal>
                View<span className="sr-only"> {title}</span>
              </CardLink>
            }
            onDelete={(name) => freebies.remove(id, name)}
          >
            <p className="text-sm text-muted">
              <time dateTime={created_at}>{formatDateAndClock(created_at, site.timeZone)}</time>
            </p>
          </RecordCard>
        )}
      </RecordList>
    </FormBesideList>
  );
}

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = freebieForm.omit({ file_url: true }).extend({
  upload: z.string(missingFile.freebie),
});

function FreebieForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({ kind: 'freebie', wrongKind: missingFile.freebie });
  const busyAction = useBusyWords(queue);
  const { fields, ...form } = useAdminForm({
    id: 'admin-freebie',
    table: 'freebies',
    schema: filledIn,
    save: ({ upload, ...words }, id) =>
      saveUpload(queue, upload, (file_url) =>
        api.freebies.$post({ json: { ...words, file_url, id } }),
      ),
    saved: 'Freebie uploaded successfully!',
    failed: (reason) => `Failed to save freebie details: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New freebie" action="Upload Freebie" busyAction={busyAction}>
      <TextInput field={fields.title} label="Title" />
      <UploadField
        id="admin-freebie-file"
        name={fields.upload.name}
        label="PDF"
        queue={queue}
        errors={fields.upload.errors}
      />
    </AdminForm>
  );
}
