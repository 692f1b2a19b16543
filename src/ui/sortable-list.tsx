import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface SortableItemData {
  id: string;
  /** The name of the item. */
  name: string;
}

interface SortableListProps<Item extends SortableItemData> {
  label: string;
  items: readonly Item[];
  /** Moves an item to another position. Both count from 0. */
  onMove: (from: number, to: number) => void;
  /** Renders an item, with a {@link DragHandle} or {@link MoveButtons}. */
  children: (item: Item, index: number) => ReactNode;
  className?: string;
}

const keysHint =
  'Press Space to pick it up, the arrow keys to move it, Space again to drop it, or Escape to cancel.';

type Direction = 'up' | 'down';

interface ItemHandle
  extends Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'> {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  step: (direction: Direction) => void;
}

const HandleContext = createContext<ItemHandle | null>(null);

/** Returns the functions that move the item. Throws outside a {@link SortableList}. */
function useHandle(): ItemHandle {
  const handle = use(HandleContext);
  if (!handle) throw new Error('useHandle needs a SortableList around it');
  return handle;
}

/**
 * A list that is sorted by dragging, with the keyboard (Space, arrow keys, Space), or with buttons.
 */
export function SortableList<Item extends SortableItemData>({
  label,
  items,
  onMove,
  children,
  className = 'grid gap-3',
}: SortableListProps<Item>) {
  // The library's own ids differ between server and browser.
  const id = useId();
  const [announcement, setAnnouncement] = useState('');
  const { ref, rememberButton } = useFocusAfterStep(items);
  const sensors = useSensors(
    // A press without movement is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (wanted: string | number | undefined) =>
    items.findIndex((item) => item.id === wanted);

  function step(from: number, direction: Direction): void {
    const to = direction === 'up' ? from - 1 : from + 1;
    const item = items[from];
    if (!item || !items[to]) return;
    rememberButton(item.id, direction);
    setAnnouncement(`${item.name} moved to position ${to + 1} of ${items.length}.`);
    onMove(from, to);
  }

  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announce(items, placeOf),
        screenReaderInstructions: { draggable: keysHint },
      }}
      onDragEnd={({ active, over }) => {
        const from = placeOf(active.id);
        const to = placeOf(over?.id);
        if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
      }}
    >
      <SortableContext items={items.map((item) => item.id)} strategy={rectSortingStrategy}>
        <ul ref={ref} aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableItem
              key={item.id}
              id={item.id}
              name={item.name}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              step={(direction) => step(index, direction)}
            >
              {children(item, index)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}

function announce(
  items: readonly SortableItemData[],
  placeOf: (id: string | number | undefined) => number,
): Announcements {
  const nameOf = (id: string | number) => items[placeOf(id)]?.name ?? 'The item';
  const placeText = (id: string | number) => `position ${placeOf(id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up at ${placeText(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is at ${placeText(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} dropped at ${placeText(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} not moved.`,
  };
}

type SortableItemProps = Pick<ItemHandle, 'name' | 'isFirst' | 'isLast' | 'step'> & {
  id: string;
  children: ReactNode;
};

function SortableItem({ id, name, isFirst, isLast, step, children }: SortableItemProps) {
  const { setNodeRef, transform, transition, isDragging, ...handle } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'min-w-0 motion-reduce:transition-none!',
        isDragging && 'relative z-10 opacity-90 shadow-lift',
      )}
    >
      <HandleContext value={{ ...handle, name, isFirst, isLast, step }}>{children}</HandleContext>
    </li>
  );
}

/** The handle to drag an item of a {@link SortableList}. Throws outside a {@link SortableList}. */
export function DragHandle({ className }: { className?: string }) {
  const { attributes, listeners, setActivatorNodeRef, name } = useHandle();
  return (
    <IconButton
      label={`Move ${name}`}
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      className={classNames('cursor-grab touch-none text-muted active:cursor-grabbing', className)}
    >
      <GripVertical className="size-5" />
    </IconButton>
  );
}

/** Buttons that move an item up or down. Throws outside a {@link SortableList}. */
export const MoveButtons = () => (
  <div className="flex shrink-0">
    <MoveButton direction="up" />
    <MoveButton direction="down" />
  </div>
);

/** Not `disabled` at the end of the list, which would lose the focus. */
function MoveButton({ direction }: { direction: Direction }) {
  const { name, isFirst, isLast, step } = useHandle();
  const Icon = direction === 'up' ? ChevronUp : ChevronDown;
  return (
    <IconButton
      label={`Move ${name} ${direction}`}
      data-step={direction}
      aria-disabled={direction === 'up' ? isFirst : isLast}
      onClick={() => step(direction)}
      className="aria-disabled:cursor-default aria-disabled:opacity-30 aria-disabled:hover:text-ink"
    >
      <Icon className="size-5" />
    </IconButton>
  );
}

/** A row that moves in the document loses the focus. This returns it to the pressed button. */
function useFocusAfterStep(items: readonly SortableItemData[]) {
  const ref = useRef<HTMLUListElement>(null);
  const button = useRef<{ id: string; direction: Direction }>(undefined);
  useLayoutEffect(() => {
    if (!button.current) return;
    const { id, direction } = button.current;
    button.current = undefined;
    const row = ref.current?.children[items.findIndex((item) => item.id === id)];
    row?.querySelector<HTMLElement>(`[data-step=${direction}]`)?.focus();
  }, [items]);
  const rememberButton = (id: string, direction: Direction) => {
    button.current = { id, direction };
  };
  return { ref, rememberButton };
}
