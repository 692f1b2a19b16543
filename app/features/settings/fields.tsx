import { type FieldMetadata, getInputProps } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { CheckboxField } from '#app/ui/field.tsx';
import { Select, TextArea, TextInput } from '../forms/form-fields.tsx';
import { useLabels, useSampleNote } from './section-context.tsx';

type Named<Props extends { label: string }> = Omit<Props, 'label'>;

/** A line of text, called as the table of labels says. */
export function Line({ hint, ...props }: Named<ComponentProps<typeof TextInput>>) {
  const labelOf = useLabels();
  const { name, defaultValue } = props.field;
  const sampleNote = useSampleNote(defaultValue);
  return (
    <TextInput
      label={labelOf(name)}
      autoComplete="off"
      hint={
        sampleNote ? (
          <>
            {hint} <span className="font-medium text-gold">{sampleNote}</span>
          </>
        ) : (
          hint
        )
      }
      {...props}
    />
  );
}

/** A text of several lines. */
export function Text({
  className = 'min-h-24!',
  ...props
}: Named<ComponentProps<typeof TextArea>>) {
  const labelOf = useLabels();
  return <TextArea label={labelOf(props.field.name)} rows={3} className={className} {...props} />;
}

interface ChoiceProps
  extends Omit<Named<ComponentProps<typeof Select>>, 'children' | 'placeholder'> {
  choices: readonly (readonly [value: string, label: string])[];
}

/** A choice of one among a few. */
export function Choice({ choices, ...props }: ChoiceProps) {
  const labelOf = useLabels();
  return (
    <Select label={labelOf(props.field.name)} placeholder="Please choose" {...props}>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A yes or no. */
export function Checkbox({ field, hint }: { field: FieldMetadata<unknown>; hint?: ReactNode }) {
  const labelOf = useLabels();
  const { key, ...props } = getInputProps(field, { type: 'checkbox', ariaAttributes: false });
  return (
    <CheckboxField
      key={key}
      {...props}
      label={labelOf(field.name)}
      hint={hint}
      errors={field.errors}
    />
  );
}

interface GroupProps {
  /** What links within the page lead to. */
  id?: string;
  title: string;
  /** What it is for, and where visitors see it. */
  about?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together. */
export const Group = ({ id, title, about, children }: GroupProps) => (
  <fieldset
    id={id}
    className="scroll-mt-[calc(var(--header-height)+4.75rem)] min-w-0 rounded-sm border border-hairline bg-surface px-5 pt-5 pb-6 sm:px-7 sm:pt-6 sm:pb-7"
  >
    {/* A legend of its own would stand in the frame's border. */}
    <legend className="float-left w-full pb-1.5 font-display text-heading">{title}</legend>
    <div className="clear-left grid gap-5">
      {about ? <p className="max-w-prose text-muted">{about}</p> : <span aria-hidden="true" />}
      {children}
    </div>
  </fieldset>
);
