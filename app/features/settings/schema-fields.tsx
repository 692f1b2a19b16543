import type { FieldMetadata } from '@conform-to/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import {
  type FieldGroup,
  groupsOf,
  itemOf,
  metaOf,
  shapeOf,
  typedSchema,
} from '#domain/settings/fields.ts';
import type { z } from '#domain/zod.ts';
import { ChoiceField, TextOrNumberField, YesNoField } from './basic-fields.tsx';
import { ItemsField, TextsField } from './list-fields.tsx';
import { MailPreview } from './mail-preview.tsx';
import { OpeningHoursField } from './opening-hours-field.tsx';
import { PictureField } from './picture-field.tsx';
import { SaleField } from './sale-field.tsx';
import type { FieldProps } from './section-context.ts';
import {
  DiscountField,
  MinutesBeforeField,
  NoticeEmailField,
  TimeZoneField,
} from './special-fields.tsx';

type Fieldset = Record<string, FieldMetadata<unknown>>;

const fieldsetOf = (field: FieldMetadata<unknown>) =>
  (field as FieldMetadata<Record<string, unknown>>).getFieldset() as Fieldset;

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
  // Only at first: from then on the browser opens and closes it.
  const [isOpen] = useState(opened === title);
  const entries = Object.entries(shape);
  return (
    <details
      name="settings-group"
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target !== currentTarget || !currentTarget.open) return;
        onOpen(title);
        // A longer group above may have closed, and taken this one out of view.
        currentTarget.firstElementChild?.scrollIntoView({ block: 'nearest' });
      }}
      className="min-w-0 rounded-sm border border-hairline bg-surface"
    >
      <Summary
        title={title}
        className="scroll-mt-[calc(var(--header-height)+4.75rem)] px-4 sm:px-6"
      >
        {help}
      </Summary>
      <div className="grid gap-5 border-t border-hairline px-4 py-5 sm:px-6">
        {entries.map(([name, part]) => (
          <Field
            key={name}
            field={fields[name] as FieldMetadata<unknown>}
            schema={part}
            isAlone={entries.length === 1}
          />
        ))}
      </div>
    </details>
  );
}

/** The line that opens and closes a group. It says when something inside is wrong. */
const Summary = ({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children?: ReactNode;
}) => (
  <summary
    className={classNames(
      'flex min-h-14 cursor-pointer items-center gap-3 py-3 hover:text-gold [&::-webkit-details-marker]:hidden',
      className,
    )}
  >
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{title}</span>
      {children && <span className="block text-sm text-muted">{children}</span>}
    </span>
    <span className="hidden text-sm font-semibold text-danger in-[details:has([aria-invalid=true])]:block">
      Check this
    </span>
    <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform [details[open]>summary>&]:rotate-180" />
  </summary>
);

interface PartProps extends FieldProps {
  /** Whether the group around has no other field, so that its title says it all. */
  isAlone?: boolean;
  /** The item of a list that the field is part of. */
  place?: string | undefined;
}

/** One field, as its schema describes it. */
function Field({ field, schema, place, isAlone = false }: PartProps) {
  const { control, choices } = metaOf(schema);
  const props = { field, schema };
  if (control === 'opening-hours') return <OpeningHoursField {...props} />;
  if (control === 'time-zone') return <TimeZoneField {...props} />;
  if (control === 'sale') return <SaleField {...props} />;
  if (control === 'discount') return <DiscountField {...props} />;
  if (control === 'notice-email') return <NoticeEmailField {...props} />;
  if (control === 'picture') return <PictureField {...props} place={place} />;
  const item = itemOf(schema);
  if (item) return <ListPart {...props} item={item} isAlone={isAlone} />;
  if (shapeOf(schema)) return <ObjectPart {...props} isAlone={isAlone} />;
  const { type } = typedSchema(schema)._zod.def;
  if (choices) return <ChoiceField {...props} />;
  return type === 'boolean' ? <YesNoField {...props} /> : <TextOrNumberField {...props} />;
}

/** The placeholders that the texts around can contain. */
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

const ObjectFields = ({ field, schema, place }: PartProps) => {
  const fieldset = fieldsetOf(field);
  return Object.entries(shapeOf(schema) ?? {}).map(([name, part]) => (
    <Field
      key={name}
      field={fieldset[name] as FieldMetadata<unknown>}
      schema={part}
      place={place}
    />
  ));
};

function ObjectPart({ isAlone, ...props }: PartProps) {
  if (isAlone) return <ObjectFields {...props} />;
  return (
    <FoldedPart {...props}>
      <Placeholders schema={props.schema} />
      <ObjectFields {...props} />
      {metaOf(props.schema).control === 'mail' && <MailPreview {...props} />}
    </FoldedPart>
  );
}

function ListPart({ item, isAlone, ...props }: PartProps & { item: z.core.$ZodType }) {
  if (!shapeOf(item))
    return (
      <TextsField {...props} item={item} isAlone={isAlone === true}>
        {metaOf(item).control === 'minutes-before' ? MinutesBeforeField : undefined}
      </TextsField>
    );
  const list = (
    <>
      <Placeholders schema={props.schema} />
      <ItemsField {...props}>
        {(field) => <ObjectFields field={field} schema={item} place={field.key} />}
      </ItemsField>
    </>
  );
  if (isAlone) return list;
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">{metaOf(props.schema).label}</p>
      {list}
    </div>
  );
}

/** A part of a group that is folded up to its title. */
const FoldedPart = ({ field, schema, children }: FieldProps & { children: ReactNode }) => {
  const { label = field.name, help } = metaOf(schema);
  return (
    <details aria-label={label} className="-my-2.5 min-w-0 border-b border-hairline last:border-0">
      <Summary title={label}>{help}</Summary>
      <div className="grid gap-5 pt-2 pb-6">{children}</div>
    </details>
  );
};
