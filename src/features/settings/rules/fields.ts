import { z } from '#rules/zod.ts';

/** The control of a field, if its type does not determine it. */
export type FieldControl =
  | 'opening-hours'
  | 'time-zone'
  | 'sale'
  | 'amount'
  | 'price-words'
  | 'discount'
  | 'session-payment'
  | 'session-type'
  | 'rate'
  | 'date'
  | 'picture'
  | 'notice-email'
  | 'hidden';

/**
 * How the settings form and the version history show a field. Declared with `.meta()` on its
 * schema.
 */
export interface FieldMeta {
  label?: string;
  help?: string;
  placeholder?: string;
  /** The group that the field is shown in. Without one, the field forms its own group. */
  group?: string;
  /** Help for each group, on the schema of the section. */
  groups?: Record<string, string>;
  /** Whether the text has several lines. */
  isLong?: boolean;
  /** The labels of the values to choose from. */
  choices?: Record<string, string>;
  /** The name of a list item, such as `plan`, and the initial value of a new one. */
  noun?: string;
  blank?: unknown;
  /** The keyboard that phones show. */
  keyboard?: 'email' | 'tel' | 'url' | 'numeric';
  control?: FieldControl;
  /** The field beside it with the amount that the words of a price say. */
  amountField?: string;
  /** The placeholders that the texts inside can contain, with their meanings. */
  placeholders?: Record<string, string>;
  /** How a picture is cropped. */
  shape?: 'portrait' | 'share' | 'product' | 'banner';
  /** Formats the whole value in one line for the version history. */
  describe?: (value: never, timeZone: string) => string;
}

/** Returns the metadata of a field's schema. */
export const metaOf = (schema: z.core.$ZodType): FieldMeta => z.globalRegistry.get(schema) ?? {};

/** Returns the schema of the value as it is typed, without later transforms. */
export function typedSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'pipe') return typedSchema(def.in);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return typedSchema(def.innerType);
  return known;
}

type Shape = Record<string, z.core.$ZodType>;

/** Returns the fields of an object schema; undefined for other schemas. */
export function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  const { def } = typedSchema(schema)._zod;
  return def.type === 'object' ? def.shape : undefined;
}

/** Returns the item schema of a list; undefined for other schemas. */
export function itemOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = typedSchema(schema)._zod;
  return def.type === 'array' ? def.element : undefined;
}

/** Whether a text or a number may be left empty. */
export const isOptional = (schema: z.core.$ZodType): boolean =>
  z.safeParse(schema, typedSchema(schema)._zod.def.type === 'number' ? null : '').success;

/** Returns the minimum and maximum length of a list. */
export function lengthOf(list: z.core.$ZodType): { minimum?: number; maximum?: number } {
  const { checks = [] } = typedSchema(list)._zod.def;
  return Object.assign({}, ...checks.map(({ _zod }) => _zod.def));
}

/** Fields of a section that are shown together. */
export interface FieldGroup {
  title: string;
  help: string | undefined;
  /** The fields by their names. */
  fields: Shape;
}

/** Returns the fields of a section in groups, in the order of their declaration. */
export function groupsOf(section: z.ZodObject): FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  for (const [name, schema] of Object.entries<z.core.$ZodType>(section.shape)) {
    const { group, label = name, help } = metaOf(schema);
    const title = group ?? label;
    const known = groups.get(title) ?? {
      title,
      help: group === undefined ? help : metaOf(section).groups?.[group],
      fields: {},
    };
    known.fields[name] = schema;
    groups.set(title, known);
  }
  return [...groups.values()];
}

/** Returns the title of a list item; an empty text for a new one. */
export function titleOf(item: unknown): string {
  const { title, network, image } = Object(item);
  return String(title ?? network ?? Object(image).alt ?? '');
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}
