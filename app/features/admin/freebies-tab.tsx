import { ExternalLink } from 'lucide-react';
import { freebieForm, missingFile } from '#domain/media.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextInput } from '../forms/form-fields.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { saveUpload, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { mediaDeletionFailed, showFile, UploadedAt } from './media-words.tsx';
import {
  PublicationBadge,
  PublicationField,
  publicationText,
  usePublication,
} from './publication-field.tsx';
import { CardLink, RecordCard } from './record-card.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import type { RowOf } from './use-records.ts';

type Freebie = RowOf<'freebies'>;

/** Free PDFs: uploaded, opened, changed and deleted. */
export const FreebiesTab = () => (
  <ContentTab
    table="freebies"
    noun="freebie"
    deletionFailed={mediaDeletionFailed('freebie')}
    form={(opened) => <FreebieForm {...opened} />}
  >
    {({ id, title, file_url, created_at, published_at }, onDelete) => (
      <RecordCard
        title={title}
        editId={id}
        actions={
          <CardLink icon={ExternalLink} href={file_url} isExternal>
            View<span className="sr-only"> {title}</span>
          </CardLink>
        }
        onDelete={onDelete}
      >
        <PublicationBadge publishedAt={published_at} />
        <UploadedAt instant={created_at} />
      </RecordCard>
    )}
  </ContentTab>
);

const words = freebieForm.omit({ file_url: true }).extend({ published_at: publicationText });

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = words.extend({ upload: z.string(missingFile.freebie) });
const changed = words.extend({ upload: z.string().optional() });

function FreebieForm(opened: OpenedForm<Freebie>) {
  const { record, onDone } = opened;
  const { api } = useAdminSession();
  const publication = usePublication();
  const queue = useUploadQueue({
    ...{ kind: 'freebie', place: record?.id, wrongKind: missingFile.freebie },
  });
  const { fields, ...form } = useAdminForm({
    id: toFormId('freebie', opened),
    table: 'freebies',
    queue,
    schema: record ? changed : filledIn,
    edited: record && {
      record,
      toTexts: ({ title, file_url, published_at }) => ({
        ...{ title, file_url },
        published_at: publication.toText(published_at),
      }),
      compared: {
        title: 'Title',
        file_url: { label: 'PDF', show: showFile },
        published_at: publication.compared,
      },
      fileField: 'file_url',
    },
    save({ upload, published_at, ...values }, id, version) {
      const json = { ...values, published_at: publication.toSent(published_at) };
      if (!record) {
        return saveUpload(queue, upload ?? '', (file_url) =>
          api.freebies.$post({ json: { ...json, file_url, id } }),
        );
      }
      const param = { id: record.id };
      const change = (file?: { file_url: string }) =>
        api.freebies[':id'].$patch({ param, json: { ...json, ...file, version } });
      return upload ? saveUpload(queue, upload, (file_url) => change({ file_url })) : change();
    },
    saved: record ? 'Freebie updated successfully' : 'Freebie uploaded successfully!',
    failed: (reason) =>
      `Failed to ${record ? 'update freebie' : 'save freebie details'}: ${reason}`,
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <AdminForm
      {...form}
      title={record ? 'Edit freebie' : 'New freebie'}
      action={record ? 'Update Freebie' : 'Upload Freebie'}
    >
      <TextInput field={fields.title} label="Title" />
      <UploadField
        field={fields.upload}
        label={record ? 'Another PDF' : 'PDF'}
        queue={queue}
        isOptional={record !== undefined}
      />
      <PublicationField field={fields.published_at} publishedAt={record?.published_at} />
    </AdminForm>
  );
}
