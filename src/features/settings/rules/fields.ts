import { z } from '#rules/zod.ts';

/** How a field looks in the form of its section, where its type does not say it all. */
export type FieldControl =
  | 'opening-hours'
  | 'time-zone'
  | 'sale'
  | 'discount'
  | 'amount'
  | 'picture'
  | 'notice-email';

/** What the settings form and the version history show of a field. Declared with `.meta()` on its schema. */
export interface FieldMeta {
  label?: string;
  help?: string;
  placeholder?: string;
  /** The group of the section that the field is shown in. Without one it is a group of its own. */
  group?: string;
  /** Help for each group, on the schema of the section. */
  groups?: Record<string, string>;
  /** A text of several lines. */
  isLong?: boolean;
  /** The labels of the values to choose from. */
  choices?: Record<string, string>;
  /** What one item of a list is called, such as `plan`, and what a new one starts with. */
  noun?: string;
  blank?: unknown;
  /** The keyboard that phones show. */
  keyboard?: 'email' | 'tel' | 'url' | 'numeric';
  control?: FieldControl;
  /** The placeholders that the texts inside can contain, with their meanings. */
  placeholders?: Record<string, string>;
  /** How a picture is cropped. */
  shape?: 'portrait' | 'share' | 'banner';
  /** Writes the whole value in one line for the version history. */
  describe?: (value: never, timeZone: string) => string;
}

/** Returns what a schema says about its field. */
export const metaOf = (schema: z.core.$ZodType): FieldMeta => z.globalRegistry.get(schema) ?? {};

/** Returns the schema of the value as it is typed, without what is done to it afterwards. */
export function typedSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'pipe') return typedSchema(def.in);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return typedSchema(def.innerType);
  return known;
}

type Shape = Record<string, z.core.$ZodType>;

/** Returns the fields of an object, or nothing for other values. */
export function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  const { def } = typedSchema(schema)._zod;
  return def.type === 'object' ? def.shape : undefined;
}

/** Returns the schema of the items of a list, or nothing for other values. */
export function itemOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = typedSchema(schema)._zod;
  return def.type === 'array' ? def.element : undefined;
}

/** Whether a text or a number may be left empty. */
export const isOptional = (schema: z.core.$ZodType): boolean =>
  z.safeParse(schema, typedSchema(schema)._zod.def.type === 'number' ? null : '').success;

/** Returns the least and the greatest length of a list. */
export function lengthOf(list: z.core.$ZodType): { minimum?: number; maximum?: number } {
  const { checks = [] } = typedSchema(list)._zod.def;
  return Object.assign({}, ...checks.map(({ _zod }) => _zod.def));
}

/** The fields of a section that are shown together. */
export interface FieldGroup {
  title: string;
  help: string | undefined;
  /** The fields by their names. */
  fields: Shape;
}

/** Returns the fields of a section in groups, in the order in which they are declared. */
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

/** Returns what an item of a list is called: its title, or nothing for a new one. */
export function titleOf(item: unknown): string {
  const { title, network, image } = Object(item);
  return String(title ?? network ?? Object(image).alt ?? '');
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}
