import { getInputProps } from '@conform-to/react';
import {
  AdminForm,
  capitalise,
  type RowOf,
  useAdminForm,
  useAdminSession,
} from '#features/admin-ui/ui/index.ts';
import { TextArea, TextInput } from '#features/forms/ui/index.ts';
import { isOptional, metaOf } from '#features/settings/rules/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import {
  UploadField,
  type UploadItem,
  type UploadQueue,
  useUploadItems,
  useUploadQueue,
} from '#features/uploads/ui/admin/index.ts';
import { formatDay, isCalendarDay } from '#rules/calendar-day.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { z } from '#rules/zod.ts';
import { CheckboxField } from '#ui/field.tsx';
import { ExternalLink, textLink } from '#ui/link.tsx';
import {
  type ContentTable,
  type ContentType,
  type ControlProps,
  textsOf,
} from './define-content.ts';
import { PublicationField, publicationText, usePublication } from './publication-field.tsx';

export interface ContentFormProps<Name extends ContentTable> {
  type: ContentType<Name>;
  /** The record to edit. Without one the form adds a record. */
  record?: RowOf<Name> | undefined;
  /** The record that a new one is copied from. */
  copied?: RowOf<Name> | undefined;
  onDone: () => void;
}

/** The admin API of a content table. */
interface Writer {
  $post: (args: { json: object }) => Promise<Response>;
  ':id': { $patch: (args: { param: { id: string }; json: object }) => Promise<Response> };
}

/** The form that adds or edits a record. */
export function ContentForm<Name extends ContentTable>(props: ContentFormProps<Name>) {
  const { type, record } = props;
  const { noun, schema, file, fieldFile, Preview } = type;
  const hasPublication = canPublish(type, record);
  const queue = useUploadQueue(
    file && { ...file, owner: record?.id, isMultiple: file.isMultiple === true && !record },
  );
  const fieldQueue = useUploadQueue(fieldFile && { ...fieldFile, owner: record?.id });
  const files = useUploadItems(queue);
  const isSeveral = !record && files.length > 1;
  const { fields, ...form } = useContentForm(props, queue, fieldQueue);
  const { upload, published_at } = fields;
  return (
    <div className={Preview && 'grid items-start gap-6 lg:grid-cols-2'}>
      <AdminForm
        {...form}
        title={record ? `Edit ${noun}` : `New ${noun}`}
        action={`${record ? 'Update' : file ? 'Upload' : 'Add'} ${capitalise(noun)}`}
      >
        {file && queue && upload && (
          <UploadField
            field={upload}
            label={record ? file.otherLabel : file.label}
            queue={queue}
            isOptional={record !== undefined}
          />
        )}
        {isSeveral && (
          <p className="text-sm text-muted">
            To add a name and a quote to a picture later, tap Edit.
          </p>
        )}
        {/* Hidden but mounted, because all files except one may be removed again. */}
        <fieldset disabled={isSeveral} hidden={isSeveral} className="grid min-w-0 gap-5">
          {Object.keys(schema.shape).map((name) => {
            const field = fields[name];
            return (
              field && (
                <Field
                  key={name}
                  type={type}
                  name={name}
                  field={field}
                  fields={fields}
                  record={record}
                  queue={fieldQueue}
                />
              )
            );
          })}
        </fieldset>
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

interface CheckboxProps extends Pick<ControlProps, 'field'> {
  label: string;
  hint: string | undefined;
}

type FieldProps = ControlProps & {
  type: Pick<ContentType<ContentTable>, 'schema' | 'controls'>;
  name: string;
};

/** One field, as the schema and the type describe it. */
function Field({ type: { schema, controls }, name, ...props }: FieldProps) {
  const { timeZoneLabel } = useSettings();
  const Control = controls?.[name] ?? 'text';
  if (typeof Control !== 'string') return <Control {...props} />;
  const { label = name, help, placeholder, isLong } = metaOf(schema.shape[name]);
  const shared = {
    field: props.field,
    label,
    placeholder,
    isOptional: isOptional(schema.shape[name]),
    hint: help?.replace('{zone}', timeZoneLabel),
  };
  if (Control === 'checkbox') return <Checkbox {...shared} />;
  return isLong ? <TextArea {...shared} rows={3} /> : <TextInput {...shared} type={Control} />;
}

function Checkbox({ field, label, hint }: CheckboxProps) {
  const { key, ...input } = getInputProps(field, { type: 'checkbox', ariaAttributes: false });
  return <CheckboxField {...input} key={key} label={label} hint={hint} errors={field.errors} />;
}

/** Whether the mentor decides when visitors see a record. */
const canPublish = <Name extends ContentTable>(
  { hasPublication = false, isFixed }: ContentType<Name>,
  record: RowOf<Name> | undefined,
): boolean => hasPublication && !(record && isFixed?.(record));

function useContentForm<Name extends ContentTable>(
  { type, record, copied, onDone }: ContentFormProps<Name>,
  queue: UploadQueue | undefined,
  fieldQueue: UploadQueue | undefined,
) {
  const { table, noun, file, fieldFile } = type;
  const hasPublication = canPublish(type, record);
  const column = file?.column;
  const writer = useAdminSession().api[table] as unknown as Writer;
  const publication = usePublication();
  const settings = useSettings();

  async function save(
    { upload: _, published_at, ...values }: Record<string, unknown>,
    id: string,
    version?: number,
  ): Promise<Response> {
    // It may still be uploading when the record is saved.
    const [held] = fieldQueue?.items() ?? [];
    const json = {
      ...(type.toSent?.(values) ?? values),
      ...(held &&
        fieldFile && { [fieldFile.field]: await fieldQueue?.urlOf(held.key, fieldFile.failed) }),
      ...(hasPublication && { published_at: publication.toSent(String(published_at)) }),
    };
    const send = (more: object = {}) =>
      record
        ? writer[':id'].$patch({ param: { id: record.id }, json: { ...json, ...more, version } })
        : writer.$post({ json: { id, ...json, ...more } });
    const items = queue?.items() ?? [];
    if (!queue || !file || (record && items.length === 0)) return send();
    const sendFile = (url: string, item: UploadItem) =>
      send({
        [file.column]: url,
        ...file.toFacts?.(item),
        // Each file becomes a separate record, which keeps its id when the upload is retried.
        ...(queue.isMultiple && { id: item.recordId }),
      });
    return saveAll(items.map((item) => queue.save(item, sendFile, file.uploadFailed)));
  }

  return useAdminForm<z.ZodObject, RowOf<Name>>({
    id: ['admin', noun, copied && 'copy', (record ?? copied)?.id].filter(Boolean).join('-'),
    table,
    queue: queue ?? fieldQueue,
    schema: toSchema(type, { hasPublication, isEdited: record !== undefined }),
    edited: record && {
      record,
      toTexts: (row) => ({
        ...textsOf(type, row),
        ...(column && { [column]: String(row[column as keyof RowOf<Name>]) }),
        ...(hasPublication &&
          'published_at' in row && { published_at: publication.toText(row.published_at) }),
      }),
      compared: {
        ...(column && { [column]: { label: file.label, show: showText } }),
        ...Object.fromEntries(
          Object.entries(type.schema.shape).map(([name, field]) => [
            name,
            {
              label: metaOf(field).label ?? name,
              show: type.controls?.[name] === 'checkbox' ? showChoice : showText,
            },
          ]),
        ),
        ...(hasPublication && { published_at: publication.compared }),
      },
      fileField: column,
    },
    defaultValue: type.toNew?.(copied && textsOf(type, copied), settings),
    save,
    saved: `${capitalise(noun)} ${toSaved(record !== undefined, column !== undefined)}`,
    failed: toFailed(type, record !== undefined),
    onSaved: onDone,
    onLeft: onDone,
  });
}

/** While files are uploading, the form holds their keys in the queue. */
function toSchema<Name extends ContentTable>(
  { schema, file }: ContentType<Name>,
  { hasPublication, isEdited }: { hasPublication: boolean; isEdited: boolean },
): z.ZodObject {
  const upload = z.array(z.string(), file?.missing);
  return schema.extend({
    ...(file && { upload: isEdited ? upload.optional() : upload.min(1, file.missing) }),
    ...(hasPublication && { published_at: publicationText }),
  });
}

/** Links to an uploaded file by its name. Shows other texts as they are. */
export function FileName({ urlOrText }: { urlOrText: string }) {
  const path = findStoragePath(urlOrText);
  if (path === undefined) return urlOrText || <span className="text-muted italic">empty</span>;
  return (
    <ExternalLink href={urlOrText} className={textLink}>
      {path.split('/').at(-1)}
    </ExternalLink>
  );
}

const showChoice = (text: string) => (text ? 'Yes' : 'No');

/** Shows a compared value: formats days and links files. */
const showText = (text: string) =>
  isCalendarDay(text) ? formatDay(text) : <FileName urlOrText={text} />;

function toSaved(isEdited: boolean, hasFile: boolean): string {
  if (isEdited) return 'updated successfully';
  return hasFile ? 'uploaded successfully!' : 'added successfully';
}

function toFailed<Name extends ContentTable>(
  { noun, file }: ContentType<Name>,
  isEdited: boolean,
): string | ((reason: string) => string) {
  if (!file) return `Failed to ${isEdited ? 'update' : 'add'} ${noun}`;
  const done = isEdited ? `update ${noun}` : `save ${noun}${file.isMultiple ? '' : ' details'}`;
  return (reason) => `Failed to ${done}: ${reason}`;
}

/**
 * Waits until every file is saved or rejected. Returns the first error response, if there is one.
 */
async function saveAll(saves: Promise<Response>[]): Promise<Response> {
  await Promise.allSettled(saves);
  const responses = await Promise.all(saves);
  const response = responses.find(({ ok }) => !ok) ?? responses[0];
  if (!response) throw new Error('There are no files to upload');
  return response;
}
