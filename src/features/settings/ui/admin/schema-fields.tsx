import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type ComponentType, type ReactNode, useState } from 'react';
import {
  type FieldControl,
  type FieldGroup,
  groupsOf,
  itemOf,
  metaOf,
  shapeOf,
  typedSchema,
} from '#features/settings/rules/fields.ts';
import type { z } from '#rules/zod.ts';
import { AmountField, RateField } from './amount-field.tsx';
import { ChoiceField, TextOrNumberField, YesNoField } from './basic-fields.tsx';
import { ItemsField, TextsField } from './list-fields.tsx';
import { PictureField } from './picture-field.tsx';
import {
  DiscountField,
  PriceWordsField,
  SessionPaymentField,
  SessionTypeField,
} from './price-fields.tsx';
import type { FieldProps } from './section-context.ts';
import {
  DateField,
  NoticeEmailField,
  OpeningHoursField,
  SaleField,
  TimeZoneField,
} from './special-fields.tsx';
import { foldClass, Summary } from './summary.tsx';

type Fieldset = Record<string, FieldMetadata<unknown>>;

interface SectionFieldsProps {
  schema: z.ZodObject;
  fields: Fieldset;
  /** The title of the group that was opened last. */
  opened: string | undefined;
  onOpen: (title: string) => void;
}

/** The fields of a section, in groups of which one is open at a time. */
export const SectionFields = ({ schema, ...props }: SectionFieldsProps) =>
  groupsOf(schema).map((group) => <Group key={group.title} {...props} group={group} />);

type GroupProps = Omit<SectionFieldsProps, 'schema'> & { group: FieldGroup };

function Group({ group: { title, help, fields: shape }, fields, opened, onOpen }: GroupProps) {
  // Only the initial state: afterwards the browser toggles it.
  const [isOpen] = useState(opened === title);
  const isAlone = Object.keys(shape).length === 1;
  return (
    <details
      name="settings-group"
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target !== currentTarget || !currentTarget.open) return;
        onOpen(title);
        // Closing a longer group above may have moved this one out of view.
        currentTarget.firstElementChild?.scrollIntoView({ block: 'nearest' });
      }}
      className={foldClass}
    >
      <Summary
        title={title}
        help={help}
        className="scroll-mt-[calc(var(--header-height)+4.75rem)] px-4 sm:px-6"
      />
      <div className="grid gap-5 border-t border-hairline px-4 py-5 sm:px-6">
        <Fields shape={shape} fields={fields} isAlone={isAlone} />
      </div>
    </details>
  );
}

interface PartProps extends FieldProps {
  /** Whether it is the only field of its group, so that the group's title is enough. */
  isAlone?: boolean;
  /** The list item that the field belongs to. */
  owner?: string | undefined;
}

type FieldsProps = Omit<PartProps, keyof FieldProps> & {
  shape: Record<string, z.core.$ZodType>;
  fields: Fieldset;
};

const Fields = ({ shape, fields, ...props }: FieldsProps) =>
  Object.entries(shape).map(([name, schema]) => {
    const field = fields[name];
    return field && <Field key={name} {...props} field={field} schema={schema} />;
  });

const controls: Record<FieldControl, ComponentType<PartProps>> = {
  'opening-hours': OpeningHoursField,
  'time-zone': TimeZoneField,
  sale: SaleField,
  amount: AmountField,
  'price-words': PriceWordsField,
  discount: DiscountField,
  'session-payment': SessionPaymentField,
  'session-type': SessionTypeField,
  rate: RateField,
  date: DateField,
  'notice-email': NoticeEmailField,
  picture: PictureField,
  hidden: ({ field }) => {
    const { key, ...props } = getInputProps(field, { type: 'hidden', ariaAttributes: false });
    return <input key={key} {...props} />;
  },
};

/** One field, rendered according to its schema. */
function Field({ isAlone = false, ...props }: PartProps) {
  const { schema } = props;
  const { control, choices } = metaOf(schema);
  const Control = control && controls[control];
  if (Control) return <Control {...props} />;
  const item = itemOf(schema);
  if (item && !shapeOf(item)) return <TextsField {...props} item={item} isAlone={isAlone} />;
  if (item) return <ListPart {...props} item={item} isAlone={isAlone} />;
  if (shapeOf(schema)) return <ObjectPart {...props} isAlone={isAlone} />;
  if (choices) return <ChoiceField {...props} />;
  const isBoolean = typedSchema(schema)._zod.def.type === 'boolean';
  return isBoolean ? <YesNoField {...props} /> : <TextOrNumberField {...props} />;
}

/** Lists the placeholders that the texts of a field can contain. */
const Placeholders = ({ schema }: { schema: z.core.$ZodType }) => {
  const { placeholders } = metaOf(schema);
  if (!placeholders) return null;
  return (
    <div className="text-sm">
      <p>Placeholders you can use:</p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(placeholders).map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-mono font-semibold text-gold">{`{${name}}`}</dt>
            <dd className="text-muted max-sm:mb-1.5">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

const ObjectFields = ({ field, schema, owner }: PartProps) => (
  <Fields
    shape={shapeOf(schema) ?? {}}
    fields={(field as FieldMetadata<Record<string, unknown>>).getFieldset() as Fieldset}
    owner={owner}
  />
);

function ObjectPart({ isAlone, ...props }: PartProps) {
  if (isAlone) return <ObjectFields {...props} />;
  const { label = props.field.name, help } = metaOf(props.schema);
  return (
    <details aria-label={label} className="-my-2.5 min-w-0 border-b border-hairline last:border-0">
      <Summary title={label} help={help} />
      <div className="grid gap-5 pt-2 pb-6">
        <Placeholders schema={props.schema} />
        <ObjectFields {...props} />
      </div>
    </details>
  );
}

function ListPart({ item, isAlone, ...props }: PartProps & { item: z.core.$ZodType }): ReactNode {
  return (
    <div className="grid gap-2">
      {!isAlone && <p className="text-sm font-semibold">{metaOf(props.schema).label}</p>}
      <Placeholders schema={props.schema} />
      <ItemsField {...props}>
        {(field) => <ObjectFields field={field} schema={item} owner={field.key} />}
      </ItemsField>
    </div>
  );
}
