import { toast } from '#app/ui/toast.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadItem, UploadQueue } from '../uploads/upload-queue.ts';
import { saveUpload, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import type { ContentTable, ContentType, FormFields } from './define-content.ts';
import { PublicationField, publicationText, usePublication } from './publication-field.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import { capitalise, type RowOf } from './use-records.ts';

type ContentFormProps<Name extends ContentTable, Schema extends z.ZodObject> = OpenedForm<
  RowOf<Name>
> & { type: ContentType<Name, Schema> };

/** How the admin's client writes a table of content. */
interface Writer {
  $post: (args: { json: object }) => Promise<Response>;
  ':id': { $patch: (args: { param: { id: string }; json: object }) => Promise<Response> };
}

/** Adds a record, or changes the one that is opened. */
export function ContentForm<Name extends ContentTable, Schema extends z.ZodObject>({
  type,
  ...opened
}: ContentFormProps<Name, Schema>) {
  const { record, copied, onDone } = opened;
  const { table, noun, file, Fields, Preview, hasPublication = false } = type;
  const writer = useAdminSession().api[table] as unknown as Writer;
  const publication = usePublication();
  const facts = useFacts();
  const queue = useUploadQueue(
    file && { ...file, place: record?.id, isMultiple: file.isMultiple === true && !record },
  );
  const toTexts = (row: RowOf<Name>) => ({
    ...type.toTexts(row),
    ...(file?.column && { [file.column]: String(row[file.column]) }),
    ...('published_at' in row && { published_at: publication.toText(row.published_at) }),
  });
  const { fields, ...form } = useAdminForm<z.ZodObject, RowOf<Name>>({
    id: toFormId(noun, opened),
    table,
    ...(queue && { queue }),
    schema: toSchema(type, record !== undefined),
    edited: record && {
      ...{ record, toTexts },
      compared: {
        ...(file?.column && { [file.column]: { label: file.label, show: file.show } }),
        ...type.compared,
        ...(hasPublication && { published_at: publication.compared }),
      },
      ...(file?.column && { fileField: file.column }),
    },
    defaultValue: type.toNew?.(copied && type.toTexts(copied), facts),
    async save({ upload: _, published_at, ...values }, id, version) {
      const json = {
        ...((await type.toSent?.(values as z.output<Schema>, queue)) ?? values),
        ...(hasPublication && { published_at: publication.toSent(String(published_at)) }),
      };
      const send = (more: object = {}) =>
        record
          ? writer[':id'].$patch({ param: { id: record.id }, json: { ...json, ...more, version } })
          : writer.$post({ json: { id, ...json, ...more } });
      if (!queue || !file?.column || (record && queue.items().length === 0)) return send();
      const { column, toFacts, uploadFailed } = file;
      const sendFile = (item: UploadItem) =>
        saveUpload(
          queue,
          item,
          (url, arrived) =>
            send({
              ...{ [column]: url, ...toFacts?.(arrived) },
              // Each of several files is its own record, with the same id on every attempt.
              ...(queue.isMultiple && { id: item.recordId }),
            }),
          uploadFailed,
        );
      return sendAll(queue, sendFile, toSaved(type));
    },
    saved: record ? `${capitalise(noun)} updated successfully` : toSaved(type),
    failed: toFailed(type, record !== undefined),
    ...{ onSaved: onDone, onLeft: onDone },
  });
  const { upload, published_at } = fields;
  return (
    <div className={Preview && 'grid items-start gap-6 lg:grid-cols-2'}>
      <AdminForm
        {...form}
        title={record ? `Edit ${noun}` : `New ${noun}`}
        action={`${record ? 'Update' : file?.column ? 'Upload' : 'Add'} ${capitalise(noun)}`}
      >
        {file?.column && queue && upload && (
          <UploadField
            field={upload}
            label={record ? file.otherLabel : file.label}
            queue={queue}
            isOptional={record !== undefined}
          />
        )}
        <Fields {...opened} fields={fields as unknown as FormFields<Schema>} queue={queue} />
        {hasPublication && published_at && (
          <PublicationField
            field={published_at}
            dayName={type.dayName}
            publishedAt={record && 'published_at' in record ? record.published_at : undefined}
          />
        )}
      </AdminForm>
      {Preview && <Preview values={form.form.value as Record<string, string>} />}
    </div>
  );
}

/** While files are on their way, the form holds the keys under which the queue knows them. */
function toSchema<Name extends ContentTable, Schema extends z.ZodObject>(
  { schema, file, hasPublication }: ContentType<Name, Schema>,
  isEdited: boolean,
): z.ZodObject {
  const upload = z.array(z.string(), file?.missing);
  return schema.extend({
    ...(file?.column && { upload: isEdited ? upload.optional() : upload.min(1, file.missing) }),
    ...(hasPublication && { published_at: publicationText }),
  });
}

type Texts = Pick<ContentType<ContentTable, z.ZodObject>, 'noun'> & {
  file?: { column?: string; isMultiple?: boolean } | undefined;
};

const toSaved = ({ noun, file }: Texts) =>
  `${capitalise(noun)} ${file?.column ? 'uploaded successfully!' : 'added successfully'}`;

function toFailed({ noun, file }: Texts, isEdited: boolean) {
  if (!file?.column) return `Failed to ${isEdited ? 'update' : 'add'} ${noun}`;
  const done = isEdited ? `update ${noun}` : `save ${noun}${file.isMultiple ? '' : ' details'}`;
  return (reason: string) => `Failed to ${done}: ${reason}`;
}

/** Saves every chosen file. Returns the first refusal or the last success; the others are said one by one. */
async function sendAll(
  queue: UploadQueue,
  sendFile: (item: UploadItem) => Promise<Response>,
  saved: string,
): Promise<Response> {
  const results = await Promise.allSettled(queue.items().map(sendFile));
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = results.find((one) => one.status === 'rejected');
  const refusal = answers.find(({ ok }) => !ok);
  const successes = answers.filter(({ ok }) => ok);
  const last = failure || refusal ? undefined : successes.pop();
  for (const _ of successes) toast.success(saved);
  const answer = refusal ?? last;
  if (answer) return answer;
  throw failure?.reason ?? new Error('There was nothing to upload');
}
