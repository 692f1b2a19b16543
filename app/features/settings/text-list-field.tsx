import { type FieldMetadata, getInputProps, getTextareaProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass } from '#app/ui/field.tsx';
import { DragHandle } from '#app/ui/sortable-list.tsx';
import { ListFrame, type ListOptions } from './list-fields.tsx';
import { useLabels } from './section-context.tsx';

interface TextListFieldProps extends ListOptions {
  field: FieldMetadata<string[] | undefined>;
  /** Paragraphs have several lines. */
  isLong?: boolean;
}

/** A list of lines, or of paragraphs. */
export function TextListField({ field, isLong = false, ...options }: TextListFieldProps) {
  const labelOf = useLabels();
  const label = labelOf(field.name);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <ListFrame
        {...options}
        field={field}
        items={field.getFieldList()}
        nameOf={(_, index) => `${options.noun} ${index + 1}`}
        blank=""
      >
        {(item, index, remove) => (
          <TextItem
            item={item}
            label={`${label}: ${options.noun} ${index + 1}`}
            isLong={isLong}
            remove={remove}
          />
        )}
      </ListFrame>
    </fieldset>
  );
}

interface TextItemProps {
  item: FieldMetadata<string>;
  label: string;
  isLong: boolean;
  remove: ReactNode;
}

function TextItem({ item, label, isLong, remove }: TextItemProps) {
  const { errors, id } = item;
  const described = {
    'aria-label': label,
    'aria-invalid': Boolean(errors?.length) || undefined,
    'aria-describedby': errors?.length ? `${id}-error` : undefined,
  };
  const { key, ...line } = getInputProps(item, { type: 'text', ariaAttributes: false });
  const { key: _, ...text } = getTextareaProps(item, { ariaAttributes: false });
  return (
    <div>
      <div className={classNames('flex gap-1', isLong ? 'items-start' : 'items-center')}>
        <DragHandle className="-ml-2" />
        {isLong ? (
          <textarea
            key={key}
            {...text}
            {...described}
            rows={3}
            className={classNames(
              controlClass,
              'field-sizing-content min-h-24 py-3 leading-relaxed',
            )}
          />
        ) : (
          <input key={key} {...line} {...described} className={classNames(controlClass, 'h-12')} />
        )}
        {remove}
      </div>
      {errors?.length ? (
        <p id={`${id}-error`} className="mt-2 ml-10 text-sm font-medium text-danger">
          {errors.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
