import type { z } from '#rules/zod.ts';
import { itemOf, metaOf, shapeOf, titleOf } from './fields.ts';

/** A field in which two versions of a section differ. */
export interface Difference {
  /** The labels of the form that lead to the field: `Plans, TP Strategy Course: Price`. */
  label: string;
  before: string;
  after: string;
}

/**
 * Returns the fields in which two versions of a section differ, in the order of the form. If the
 * items of a list were added, removed, renamed or moved, the list's titles differ.
 */
export function describeDifferences(
  schema: z.ZodObject,
  [before, after]: [object, object],
  timeZone: string,
): Difference[] {
  const [former, current] = [before, after].map((value) => describeFields(schema, value, timeZone));
  return [...(current ?? [])].flatMap(([label, text]) => {
    const formerText = former?.get(label) ?? text;
    return formerText === text ? [] : [{ label, before: formerText, after: text }];
  });
}

/** Returns all fields as texts, by their labels. */
function describeFields(section: z.ZodObject, value: object, timeZone: string) {
  const fields = new Map<string, string>();
  function add(schema: z.core.$ZodType, part: unknown, trail: readonly string[]): void {
    const { describe, choices } = metaOf(schema);
    const item = itemOf(schema);
    const shape = shapeOf(schema);
    const put = (text: unknown) => fields.set(trail.join(': '), String(text || 'Nothing'));
    if (part === null || part === undefined) put('');
    else if (describe) put(describe(part as never, timeZone));
    else if (item && shapeOf(item)) addItems(item, part as unknown[], trail);
    else if (shape)
      for (const [name, field] of Object.entries(shape)) {
        const { label } = metaOf(field);
        add(field, Object(part)[name], label === undefined ? trail : [...trail, label]);
      }
    else if (typeof part === 'boolean') put(part ? 'Yes' : 'No');
    else put(Array.isArray(part) ? part.join('\n') : (choices?.[String(part)] ?? String(part)));
  }
  function addItems(item: z.core.$ZodType, items: unknown[], trail: readonly string[]): void {
    const titles = items.map(titleOf);
    fields.set(trail.join(': '), titles.join(', ') || 'Nothing');
    for (const [index, part] of items.entries()) {
      const title = titles[index] ?? '';
      const name = titles.indexOf(title) === index ? title : `${title} (${index + 1})`;
      add(item, part, [...trail.slice(0, -1), `${trail.at(-1)}, ${name}`]);
    }
  }
  add(section, value, []);
  return fields;
}
