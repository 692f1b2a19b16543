import type { FieldMetadata } from '@conform-to/react';
import type { ComponentType } from 'react';
import type { z } from '#domain/zod.ts';
import type { SiteWideFacts } from '#server/http/page-context.ts';
import type { FormTexts } from '../forms/draft.ts';
import type { createUploadQueue, UploadItem, UploadQueue } from '../uploads/upload-queue.ts';
import type { ComparedField, ComparedFields } from './compare-texts.ts';
import type { OrderListProps } from './order-list.tsx';
import type { RecordCardProps } from './record-card.tsx';
import type { RecordListProps } from './record-list.tsx';
import type { OpenedForm } from './use-edited-record.ts';
import type { RecordsOptions, RowOf, Table } from './use-records.ts';

/** The tables whose records are added and changed in a form. */
export type ContentTable = Extract<
  Table,
  'events' | 'courses' | 'blog_posts' | 'testimonials' | 'videos' | 'freebies'
>;

export type FormFields<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema>]-?: FieldMetadata<unknown>;
};

export interface FieldsProps<Row, Schema extends z.ZodObject> extends OpenedForm<Row> {
  fields: FormFields<Schema>;
  /** The files of the form; absent where the type has none. */
  queue: UploadQueue | undefined;
}

type QueueOptions = Omit<Parameters<typeof createUploadQueue>[0], 'session'>;

/** A file that a record consists of. */
interface ContentFile<Row> extends QueueOptions {
  /** The column with the file's address; absent where the fields of the form hold it. */
  column?: string & keyof Row;
  label: string;
  /** What the label says where there is a file already. */
  otherLabel: string;
  /** What is said while none is chosen. */
  missing: string;
  show?: ComparedField['show'];
  uploadFailed?: (reason: string) => string;
  /** What the browser has found out about the file. */
  toFacts?: (item: UploadItem) => object;
}

/** One type of content: what the admin needs to know to list it, and to add and change one. */
export interface ContentType<Name extends ContentTable, Schema extends z.ZodObject>
  extends Pick<RecordListProps<RowOf<Name>>, 'columns' | 'placeholders'>,
    RecordsOptions {
  table: Name;
  /** What the form asks for, besides the file and the publication. */
  schema: Schema;
  /** A record as the form shows it, besides the publication. */
  toTexts: (record: RowOf<Name>) => FormTexts;
  /** What a new one begins with; `copied` is the record that it repeats. */
  toNew?: (copied: FormTexts | undefined, facts: SiteWideFacts) => FormTexts;
  /** The texts that are compared when somebody else has saved changes. */
  compared: ComparedFields;
  Fields: ComponentType<FieldsProps<RowOf<Name>, Schema>>;
  /** Shows what is being written, next to the form. */
  Preview?: ComponentType<{ values: FormTexts }>;
  /** Whether it can be a draft, or be published later. */
  hasPublication?: boolean;
  /** The field with the day that the publication sets. */
  dayName?: string & keyof z.input<Schema>;
  file?: ContentFile<RowOf<Name>>;
  /** What is sent of what the form holds, where that differs. */
  toSent?: (values: z.output<Schema>, queue: UploadQueue | undefined) => object | Promise<object>;
  /** How a record is shown in the list. */
  toCard: (
    record: RowOf<Name>,
    facts: SiteWideFacts,
  ) => Pick<RecordCardProps, 'title' | 'name' | 'aside' | 'cover' | 'actions' | 'children'>;
  /** How it is shown where the list is put in order; absent where the order is not the mentor's. */
  order?: Pick<OrderListProps<RowOf<Name>>, 'nameOf' | 'show'>;
}

/** Defines a type of content. */
export const defineContent = <Name extends ContentTable, Schema extends z.ZodObject>(
  type: ContentType<Name, Schema>,
): ContentType<Name, Schema> => type;
