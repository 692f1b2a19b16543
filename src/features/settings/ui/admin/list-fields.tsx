import {
  type FieldMetadata,
  getSelectProps,
  getTextareaProps,
  useFormMetadata,
} from '@conform-to/react';
import { ChevronDown, Plus, X } from 'lucide-react';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import {
  itemOf,
  lengthOf,
  metaOf,
  shapeOf,
  titleOf,
  typedSchema,
} from '#features/settings/rules/fields.ts';
import type { z } from '#rules/zod.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { controlClass } from '#ui/field.tsx';
import { DragHandle, MoveButtons, SortableList } from '#ui/sortable-list.tsx';
import { ChoiceOptions, keepOnOneLine } from './basic-fields.tsx';
import { type FieldProps, SamplesContext } from './section-context.ts';

interface ListFrameProps extends FieldProps {
  nameOf: (item: FieldMetadata<unknown>, index: number) => string;
  isSample?: (item: FieldMetadata<unknown>) => boolean;
  blank: unknown;
  children: (item: FieldMetadata<unknown>, index: number, remove: ReactNode) => ReactNode;
}

/** A list whose items can be reordered, removed and added. */
function ListFrame({ field, schema, nameOf, isSample, blank, children }: ListFrameProps) {
  const form = useFormMetadata();
  const items = (field as FieldMetadata<unknown[]>).getFieldList();
  const { ref, focusAfter } = useFocusInList(items.length);
  const { label = field.name, noun = 'item' } = metaOf(schema);
  const { minimum: least = 0, maximum: most = Number.POSITIVE_INFINITY } = lengthOf(schema);
  const own = items.filter((item) => !isSample?.(item));
  const samples = items.length - own.length;
  const buttonProps = {
    variant: 'secondary',
    className: 'justify-self-start max-sm:w-full',
  } as const;

  function removeSamples(): void {
    focusAfter(0);
    form.update({ name: field.name, value: own.map(({ value }) => value) as never });
  }
  function remove(index: number): void {
    focusAfter(index);
    form.remove({ name: field.name, index });
  }
  function add(): void {
    focusAfter('added');
    form.insert({ name: field.name, defaultValue: blank as never });
  }

  return (
    <div ref={ref} className="grid gap-3">
      {samples > 1 && own.length >= least && (
        <Button {...buttonProps} onClick={removeSamples}>
          <X className="size-4.5" />
          Remove the {samples} samples
        </Button>
      )}
      <SortableList
        label={label}
        items={items.map((item, index) => ({
          id: item.key ?? item.name,
          name: nameOf(item, index),
          field: item,
        }))}
        onMove={(from, to) => form.reorder({ name: field.name, from, to })}
      >
        {({ field: item, name }, index) =>
          children(
            item,
            index,
            items.length > least && (
              <IconButton
                label={`Remove ${name}`}
                onClick={() => remove(index)}
                className="text-muted hover:text-danger"
              >
                <X className="size-4.5" />
              </IconButton>
            ),
          )
        }
      </SortableList>
      {field.errors && (
        <p role="alert" className="text-sm font-medium text-danger">
          {field.errors.join(' ')}
        </p>
      )}
      {items.length < most && (
        <Button {...buttonProps} data-adds onClick={add}>
          <Plus className="size-4.5" />
          Add {noun}
        </Button>
      )}
    </div>
  );
}

/** Focuses an added item or, after a removal, the next item or the button below. */
function useFocusInList(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const due = useRef<'added' | number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number of items changes
  useEffect(() => {
    const wanted = due.current;
    due.current = undefined;
    if (wanted === undefined || !ref.current) return;
    const items = [...(ref.current.querySelector(':scope > ul')?.children ?? [])];
    const item = wanted === 'added' ? items.at(-1) : items[Math.min(wanted, items.length - 1)];
    const controls = item?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [];
    const isShown = (control: HTMLElement) =>
      !control.hidden && !control.closest('details:not([open])');
    const target = [...controls].find(isShown) ?? item?.querySelector<HTMLElement>('summary');
    (target ?? ref.current.querySelector<HTMLElement>(':scope > [data-adds]'))?.focus();
  }, [count]);
  const focusAfter = (change: 'added' | number) => {
    due.current = change;
  };
  return { ref, focusAfter };
}

interface ItemsFieldProps extends FieldProps {
  children: (item: FieldMetadata<unknown>) => ReactNode;
}

/** A list of items with several fields each, collapsed to their titles. */
export function ItemsField({ field, schema, children }: ItemsFieldProps) {
  const { noun = 'item', blank = {} } = metaOf(schema);
  const samples = use(SamplesContext);
  const holdsSample = (value: unknown): boolean =>
    value instanceof Object
      ? Object.values(value).some(holdsSample)
      : samples.has(String(value ?? ''));
  return (
    <ListFrame
      field={field}
      schema={schema}
      blank={blank}
      isSample={(item) => holdsSample(item.value)}
      nameOf={(item, index) => titleOf(item.value) || `${noun} ${index + 1}`}
    >
      {(item, _index, remove) => (
        <ItemCard
          title={titleOf(item.value)}
          summary={summaryOf(item.value, schema)}
          noun={noun}
          remove={remove}
        >
          {children(item)}
        </ItemCard>
      )}
    </ListFrame>
  );
}

/** Returns the first text of an item after its title. */
function summaryOf(item: unknown, list: z.core.$ZodType): string | undefined {
  const texts = Object.entries(shapeOf(itemOf(list) ?? list) ?? {})
    .filter(([, schema]) => typedSchema(schema)._zod.def.type === 'string')
    .map(([name]) => Object(item)[name] ?? '');
  return texts.find((text) => text !== '' && text !== titleOf(item));
}

interface ItemCardProps {
  title: string;
  noun: string;
  summary: string | undefined;
  remove: ReactNode;
  children: ReactNode;
}

function ItemCard({ title, noun, summary, remove, children }: ItemCardProps) {
  // A new item starts expanded, and stays so while its title is typed.
  const [isNew] = useState(title === '');
  return (
    <div className="relative rounded-sm border border-hairline bg-raised">
      <DragHandle className="absolute top-2.5 left-0.5 z-10" />
      <details open={isNew} className="group/item">
        <summary className="flex min-h-16 cursor-pointer items-center gap-2 py-2 pr-36 pl-4 hover:text-gold sm:pl-12 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{title || `New ${noun}`}</span>
            {summary && <span className="block truncate text-sm text-muted">{summary}</span>}
          </span>
          <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open/item:rotate-180" />
        </summary>
        <div className="grid gap-5 border-t border-hairline p-4 sm:p-5">{children}</div>
      </details>
      <div className="absolute top-2.5 right-0.5 flex">
        <MoveButtons />
        {remove}
      </div>
    </div>
  );
}

interface TextsFieldProps extends FieldProps {
  item: z.core.$ZodType;
  isAlone: boolean;
}

/** A list of lines, paragraphs or choices. */
export function TextsField({ field, schema, item, isAlone }: TextsFieldProps) {
  const { label = field.name, noun = 'line', blank = '' } = metaOf(schema);
  return (
    <fieldset className="min-w-0">
      <legend className={isAlone ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      <ListFrame
        field={field}
        schema={schema}
        blank={blank}
        nameOf={(_, index) => `${noun} ${index + 1}`}
      >
        {(one, index, remove) => (
          <TextItem
            field={one}
            schema={item}
            label={`${label}: ${noun} ${index + 1}`}
            remove={remove}
          />
        )}
      </ListFrame>
    </fieldset>
  );
}

interface TextItemProps extends FieldProps {
  /** Such as `Features: feature 2`. */
  label: string;
  remove: ReactNode;
}

function TextItem({ field, schema, label, remove }: TextItemProps) {
  const { isLong, choices } = metaOf(schema);
  const { errors, id } = field;
  const described = {
    'aria-label': label,
    'aria-invalid': Boolean(errors?.length) || undefined,
    'aria-describedby': errors?.length ? `${id}-error` : undefined,
    className: classNames(
      controlClass,
      isLong ? 'min-h-24 py-3' : 'min-h-12 py-2.5',
      !choices && 'field-sizing-content leading-relaxed',
    ),
  };
  const { key: selectKey, ...select } = getSelectProps(field, { ariaAttributes: false });
  const { key, ...text } = getTextareaProps(field, { ariaAttributes: false });
  return (
    <div>
      <div className={classNames('flex gap-1', isLong ? 'items-start' : 'items-center')}>
        {!choices && <DragHandle className="-ml-2" />}
        {choices ? (
          <select key={selectKey} {...select} {...described}>
            <ChoiceOptions field={field} schema={schema} />
          </select>
        ) : (
          <textarea
            key={key}
            {...text}
            {...described}
            rows={isLong ? 3 : 1}
            onKeyDown={isLong ? undefined : keepOnOneLine}
          />
        )}
        {!choices && <MoveButtons />}
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
