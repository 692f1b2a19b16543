import type { FieldMetadata } from '@conform-to/react';
import type { ComponentType } from 'react';
import type {
  RecordCardProps,
  RecordListProps,
  RecordsOptions,
  RowOf,
  Table,
} from '#features/desk/ui/index.ts';
import type { FormTexts } from '#features/forms/ui/index.ts';
import type { createUploadQueue, UploadItem, UploadQueue } from '#features/uploads/ui/index.ts';
import type { z } from '#rules/zod.ts';
import type { SiteWideFacts } from '#server/page-context.ts';
import type { OrderListProps } from './order-list.tsx';

/** The tables whose records are added and edited in a form. */
export type ContentTable = Extract<
  Table,
  'events' | 'courses' | 'blog_posts' | 'testimonials' | 'videos' | 'freebies'
>;

/** What a field gets that is not a plain text. */
export interface ControlProps {
  field: FieldMetadata<unknown>;
  /** All fields of the form. */
  fields: Record<string, FieldMetadata<unknown>>;
  /** The record that is edited; nothing for a new one. */
  record?: { id: string; published_at?: string | null } | undefined;
  queue: UploadQueue | undefined;
}

/** A file that a record has. */
interface ContentFile extends Omit<Parameters<typeof createUploadQueue>[0], 'session'> {
  /** The column with the file's URL. Without it a field of the form holds the URL. */
  column?: string;
  label: string;
  /** The label when there is a file already. */
  otherLabel: string;
  /** The error while no file is chosen. */
  missing: string;
  uploadFailed?: (reason: string) => string;
  /** What the browser knows about the file. */
  toFacts?: (item: UploadItem) => object;
}

/** One type of content: everything the admin needs to list, add, edit and order its records. */
export interface ContentType<Name extends ContentTable>
  extends Pick<RecordListProps<RowOf<Name>>, 'columns' | 'placeholders'>,
    RecordsOptions {
  table: Name;
  /** The fields of the form, in order, with their labels and hints (`.meta()`). */
  schema: z.ZodObject;
  /** The fields that are not plain texts. */
  controls?: Record<string, 'date' | 'time' | ComponentType<ControlProps>>;
  /** The texts that the form shows for a record, where they differ from its columns. */
  toTexts?: (record: RowOf<Name>) => FormTexts;
  /** What a new record starts with; `copied` is the record that it repeats. */
  toNew?: (copied: FormTexts | undefined, facts: SiteWideFacts) => FormTexts;
  /** What is sent, where it differs from the values of the form. */
  toSent?: (
    values: Record<string, unknown>,
    queue: UploadQueue | undefined,
  ) => object | Promise<object>;
  /** Shows what is being written, next to the form. */
  Preview?: ComponentType<{ values: FormTexts }>;
  /** Whether a record can be a draft or be published later. */
  hasPublication?: boolean;
  /** The field with the day that follows the publication. */
  dayName?: string;
  file?: ContentFile;
  /** How the list shows a record. */
  toCard: (
    record: RowOf<Name>,
    facts: SiteWideFacts,
  ) => Pick<RecordCardProps, 'title' | 'name' | 'aside' | 'cover' | 'actions' | 'children'>;
  /** How the list shows a record while it is put in order; absent where the mentor sets no order. */
  order?: Pick<OrderListProps<RowOf<Name>>, 'nameOf' | 'show'>;
}

/** Defines a type of content. */
export const defineContent = <Name extends ContentTable>(
  type: ContentType<Name>,
): ContentType<Name> => type;

/** Returns the texts that the form shows for a record, without its file and publication. */
export const textsOf = <Name extends ContentTable>(
  { schema, toTexts }: ContentType<Name>,
  record: RowOf<Name>,
): FormTexts => ({
  ...Object.fromEntries(
    Object.keys(schema.shape).map((name) => [
      name,
      String(record[name as keyof RowOf<Name>] ?? ''),
    ]),
  ),
  ...toTexts?.(record),
});
