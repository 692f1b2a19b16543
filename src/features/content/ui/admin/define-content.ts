import type { FieldMetadata } from '@conform-to/react';
import type { ComponentType } from 'react';
import type {
  RecordCardProps,
  RecordListProps,
  RecordsOptions,
  RowOf,
  Table,
} from '#features/admin-ui/ui/index.ts';
import type { FormTexts } from '#features/forms/ui/index.ts';
import type {
  createUploadQueue,
  UploadItem,
  UploadQueue,
} from '#features/uploads/ui/admin/index.ts';
import type { z } from '#rules/zod.ts';
import type { SiteWideSettings } from '#server/page-context.ts';
import type { OrderListProps } from './order-list.tsx';

/** The tables whose records are edited in a form. */
export type ContentTable = Extract<
  Table,
  'events' | 'courses' | 'blog_posts' | 'testimonials' | 'videos' | 'freebies'
>;

/** The props of a custom control. */
export interface ControlProps {
  field: FieldMetadata<unknown>;
  /** All fields of the form. */
  fields: Record<string, FieldMetadata<unknown>>;
  /** The record to edit; undefined for a new one. */
  record?: { id: string; published_at?: string | null } | undefined;
  /** The uploads of the field that holds a file. */
  queue: UploadQueue | undefined;
}

type QueueOptions = Omit<Parameters<typeof createUploadQueue>[0], 'session'>;

/** The file of a record. */
interface ContentFile extends QueueOptions {
  /** The column with the file's URL. */
  column: string;
  label: string;
  /** The label if there is already a file. */
  otherLabel: string;
  /** The error if no file is chosen. */
  missing: string;
  uploadFailed?: (reason: string) => string;
  /** What the browser knows about the file. */
  toFacts?: (item: UploadItem) => object;
}

/** A file whose URL is in a field of the form. */
interface FieldFile extends QueueOptions {
  field: string;
  /** Returns the error for an upload that failed. */
  failed: (reason: string) => string;
}

/** One type of content: everything the admin needs to list, add, edit and order its records. */
export interface ContentType<Name extends ContentTable>
  extends Pick<RecordListProps<RowOf<Name>>, 'columns' | 'placeholders'>,
    RecordsOptions {
  table: Name;
  /** The fields of the form, in order, with their labels and hints (`.meta()`). */
  schema: z.ZodObject;
  /** The controls of fields that are not plain texts. */
  controls?: Record<string, 'date' | 'time' | 'checkbox' | ComponentType<ControlProps>>;
  /** Converts a record to the texts of the form, where they differ from its columns. */
  toTexts?: (record: RowOf<Name>) => FormTexts;
  /** Returns the initial texts of a new record. `copied` is the record that it copies. */
  toNew?: (copied: FormTexts | undefined, settings: SiteWideSettings) => FormTexts;
  /** Converts the values of the form to what is sent, where they differ. */
  toSent?: (values: Record<string, unknown>) => object;
  /** A preview next to the form. */
  Preview?: ComponentType<{ values: FormTexts }>;
  /** Whether a record can be a draft or be published later. */
  hasPublication?: boolean;
  /** Whether the site needs a record: it can't be deleted, and it is neither a draft nor published. */
  isFixed?: (record: { id: string }) => boolean;
  /** The date field that follows the publication. */
  dayName?: string;
  file?: ContentFile;
  fieldFile?: FieldFile;
  /** How the list shows a record. */
  toCard: (
    record: RowOf<Name>,
    settings: SiteWideSettings,
  ) => Pick<RecordCardProps, 'title' | 'name' | 'aside' | 'cover' | 'actions' | 'children'>;
  /** How the list shows a record while it is being sorted. Omitted if the mentor sets no order. */
  order?: Pick<OrderListProps<RowOf<Name>>, 'nameOf' | 'show'>;
}

/** Defines a type of content. */
export const defineContent = <Name extends ContentTable>(
  type: ContentType<Name>,
): ContentType<Name> => type;

/** A checkbox that is ticked has the text `on`. */
const toText = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'on' : '') : String(value ?? '');

/** Returns the texts that the form shows for a record, without its file and publication. */
export const textsOf = <Name extends ContentTable>(
  { schema, toTexts }: ContentType<Name>,
  record: RowOf<Name>,
): FormTexts => ({
  ...Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, toText(record[name as keyof RowOf<Name>])]),
  ),
  ...toTexts?.(record),
});
