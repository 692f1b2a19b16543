import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Pencil, Plus, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { DragHandle, MoveButtons, SortableList } from '#app/ui/sortable-list.tsx';
import { useLabels } from './section-context.tsx';

/** What a list of the form is told, whatever its items are. */
export interface ListOptions {
  /** What one item is called: `plan`. */
  noun: string;
  /** So many items there are at least, and at most. */
  least?: number;
  most: number;
  hint?: ReactNode;
}

type Blank = string | number | Record<string, unknown>;

interface ListFrameProps<Field> extends ListOptions {
  field: FieldMetadata<unknown>;
  items: readonly Field[];
  nameOf: (item: Field, index: number) => string;
  /** Whether an item is a sample of a new site: several of them can be taken away at once. */
  isSample?: (item: Field) => boolean;
  /** What a new item begins with. */
  blank: Blank;
  children: (item: Field, index: number, remove: ReactNode) => ReactNode;
}

/** A list of the form: its items in an order that can be changed, taken away and added to. */
export function ListFrame<Field extends FieldMetadata<unknown>>(props: ListFrameProps<Field>) {
  const { field, items, noun, nameOf, isSample, blank, least = 0, most, hint, children } = props;
  const form = useFormMetadata();
  const labelOf = useLabels();
  const { ref, willAdd, willRemove } = useFocusInList(items.length);
  const id = useId();
  const own = isSample ? items.filter((item) => !isSample(item)) : items;
  const samples = items.length - own.length;
  return (
    <div ref={ref} className="grid gap-3">
      {samples > 1 && (
        <Button
          variant="secondary"
          onClick={() => {
            willRemove(0);
            form.update({ name: field.name, value: own.map(({ value }) => value) as never });
          }}
          className="justify-self-start max-sm:w-full"
        >
          <X className="size-4.5" />
          Take away the {samples} samples
        </Button>
      )}
      {hint && (
        <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
          {hint}
        </p>
      )}
      <SortableList
        label={labelOf(field.name)}
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
                onClick={() => {
                  willRemove(index);
                  form.remove({ name: field.name, index });
                }}
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
        <Button
          variant="secondary"
          data-adds
          onClick={() => {
            willAdd();
            // Of a list whose items it does not know, Conform takes none.
            form.insert({ name: field.name, defaultValue: blank as never });
          }}
          className="justify-self-start max-sm:w-full"
        >
          <Plus className="size-4.5" />
          Add {noun}
        </Button>
      )}
      {items.length >= most && most > least && (
        <p className="text-sm text-muted">{`${most} ${noun}s are the most.`}</p>
      )}
    </div>
  );
}

/** A new item has the focus at once; after one has gone, the next one has it, or the button below. */
function useFocusInList(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const due = useRef<'added' | number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is one more or one less
  useEffect(() => {
    const wanted = due.current;
    due.current = undefined;
    if (wanted !== undefined) findTarget(ref, wanted)?.focus();
  }, [count]);
  return {
    ref,
    willAdd: () => {
      due.current = 'added';
    },
    willRemove: (index: number) => {
      due.current = index;
    },
  };
}

function findTarget(ref: RefObject<HTMLElement | null>, wanted: 'added' | number) {
  const items = ref.current?.querySelector(':scope > ul')?.children ?? [];
  const item = wanted === 'added' ? [...items].at(-1) : items[Math.min(wanted, items.length - 1)];
  const controls = item?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [];
  return (
    // Of one that is folded up none is seen.
    [...controls].find((control) => control.getClientRects().length > 0) ??
    item?.querySelector<HTMLElement>('button') ??
    ref.current?.querySelector<HTMLElement>(':scope > [data-adds]')
  );
}

type ListFieldProps<Field> = Omit<ListFrameProps<Field>, 'children' | 'nameOf'> & {
  /** What tells an item from the others; nothing for one that is still blank. */
  nameOf: (item: Field) => string | undefined;
  /** What is seen of an item while it is folded up. */
  summary?: (item: Field) => ReactNode;
  children: (item: Field) => ReactNode;
};

/** A list of things of several fields each, folded up but for their names. */
export const ListField = <Field extends FieldMetadata<unknown>>({
  nameOf,
  summary,
  children,
  ...props
}: ListFieldProps<Field>) => (
  <ListFrame {...props} nameOf={(item, index) => nameOf(item) || `${props.noun} ${index + 1}`}>
    {(item, index, remove) => (
      <ItemCard
        name={nameOf(item) || `New ${props.noun}`}
        summary={summary?.(item)}
        isBlank={!nameOf(item)}
        hasErrors={!item.valid}
        key={index}
        remove={remove}
      >
        {children(item)}
      </ItemCard>
    )}
  </ListFrame>
);

interface ItemCardProps {
  name: string;
  summary: ReactNode;
  isBlank: boolean;
  hasErrors: boolean;
  remove: ReactNode;
  children: ReactNode;
}

function ItemCard({ name, summary, isBlank, hasErrors, remove, children }: ItemCardProps) {
  const [isUnfolded, setIsUnfolded] = useState(isBlank);
  const id = useId();
  // What is wrong inside is seen.
  const isOpen = isUnfolded || hasErrors;
  return (
    <div className="rounded-sm border border-hairline bg-raised">
      <div className="flex items-center gap-1 pr-1">
        <DragHandle />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsUnfolded(!isOpen)}
          className="group flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-sm pr-2 text-left"
        >
          <span className="min-w-0 flex-1 py-2">
            <span className="block truncate font-semibold group-hover:text-gold">{name}</span>
            {summary && <span className="block truncate text-sm text-muted">{summary}</span>}
          </span>
          <Pencil
            className={classNames('size-4.5 shrink-0', isOpen ? 'text-gold' : 'text-muted')}
          />
        </button>
        <span className="max-sm:hidden">
          <MoveButtons />
        </span>
        {remove}
      </div>
      <div
        id={id}
        className={classNames(
          'gap-5 border-t border-hairline p-4 sm:p-5',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {children}
      </div>
    </div>
  );
}
