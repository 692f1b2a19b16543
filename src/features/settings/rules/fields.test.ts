import { describe, expect, it } from 'vitest';
import type { z } from '#rules/zod.ts';
import { groupsOf, isOptional, itemOf, lengthOf, metaOf, shapeOf, typedSchema } from './fields.ts';
import { settingsSchemas, settingsSections } from './sections.ts';

/** Returns the paths of the fields without a label. A list item shares the label of its list. */
const unlabelled = (schema: z.core.$ZodType, path: string): string[] => {
  const own = metaOf(schema).label === undefined && !path.endsWith('[]') ? [path] : [];
  const item = itemOf(schema);
  const parts = item
    ? unlabelled(item, `${path}[]`)
    : Object.entries(shapeOf(schema) ?? {}).flatMap(([name, part]) =>
        unlabelled(part, `${path}.${name}`),
      );
  return [...own, ...parts];
};

describe.each(settingsSections)('the fields of %s', (section) => {
  it('the fields of a section all have labels', () => {
    const missing = unlabelled(settingsSchemas[section], section);
    // The settings page sets the size of a picture itself.
    expect(missing.filter((path) => !/\.(?:width|height)$/.test(path))).toEqual([]);
  });

  it('the fields of a section are in one group each', () => {
    const names = groupsOf(settingsSchemas[section]).flatMap(({ fields }) => Object.keys(fields));
    expect(names.toSorted()).toEqual(Object.keys(settingsSchemas[section].shape).toSorted());
  });
});

it('groups the fields in the order in which they are declared', () => {
  expect(groupsOf(settingsSchemas.site).map(({ title }) => title)).toEqual([
    'Your site',
    'Contact details',
    'Emails to you',
    'Social links',
    'Free groups',
  ]);
  expect(groupsOf(settingsSchemas.legal).at(-1)).toMatchObject({
    title: 'Advanced',
    help: expect.stringMatching(/deleted every night/),
  });
});

it('tells which texts are optional, and what is typed into a field', () => {
  const { salePrice, title } = shapeOf(itemOf(settingsSchemas.offers.shape.plans) as never) ?? {};
  expect([salePrice, title].map((schema) => schema && isOptional(schema))).toEqual([true, false]);
  expect(salePrice && typedSchema(salePrice)._zod.def.type).toBe('string');
});

it('tells how long a list may be', () => {
  expect(lengthOf(settingsSchemas.offers.shape.plans)).toMatchObject({ minimum: 3, maximum: 3 });
  expect(lengthOf(settingsSchemas.site.shape.socialLinks)).toMatchObject({ maximum: 12 });
});
