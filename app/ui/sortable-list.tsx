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
import { GripVertical } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface SortableItemData {
  id: string;
  /** What the item is called, in words. */
  name: string;
}

interface SortableListProps<Item extends SortableItemData> {
  label: string;
  items: readonly Item[];
  /** The item at one place is to stand at another; both count from 0. */
  onMove: (from: number, to: number) => void;
  /** Shows an item. A {@link DragHandle} inside is what it is moved by. */
  children: (item: Item, index: number) => ReactNode;
  className?: string;
}

const keysHint =
  'Press Space to pick it up, the arrow keys to move it, Space again to put it down, or Escape to leave it where it was.';

const HandleContext = createContext<
  | (Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'> & {
      name: string;
    })
  | null
>(null);

/** A list that is put in order by dragging, or with the keys: Space, arrows, Space. */
export function SortableList<Item extends SortableItemData>({
  label,
  items,
  onMove,
  children,
  className = 'grid gap-3',
}: SortableListProps<Item>) {
  // Named here: what the library counts up itself differs between server and browser.
  const id = useId();
  const sensors = useSensors(
    // A press that does not move stays a press.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (wanted: string | number | undefined) =>
    items.findIndex((item) => item.id === wanted);
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
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableItem key={item.id} item={item}>
              {children(item, index)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function announce(
  items: readonly SortableItemData[],
  placeOf: (id: string | number | undefined) => number,
): Announcements {
  const nameOf = (id: string | number) => items[placeOf(id)]?.name ?? 'It';
  const placeText = (id: string | number) => `place ${placeOf(id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, at ${placeText(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is at ${placeText(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} is put down at ${placeText(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  };
}

function SortableItem({ item, children }: { item: SortableItemData; children: ReactNode }) {
  const { setNodeRef, transform, transition, isDragging, ...handle } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames('min-w-0', isDragging && 'relative z-10 opacity-90 shadow-lift')}
    >
      <HandleContext value={{ ...handle, name: item.name }}>{children}</HandleContext>
    </li>
  );
}

/** What an item of a {@link SortableList} is moved by. Throws outside of one. */
export function DragHandle({ className }: { className?: string }) {
  const handle = use(HandleContext);
  if (!handle) throw new Error('A DragHandle needs a SortableList around it');
  const { attributes, listeners, setActivatorNodeRef, name } = handle;
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
